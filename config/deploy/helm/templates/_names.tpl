{{- define "lectern.name" -}}
{{- contains .Chart.Name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- /* What chooses the pods, which never changes in a release's life */ -}}
{{- define "lectern.chosen" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "lectern.labels" -}}
{{ include "lectern.chosen" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "lectern.secret" -}}
{{- if .Values.secret.existing }}{{ .Values.secret.existing }}{{ else }}{{ include "lectern.name" . }}{{ end }}
{{- end }}
