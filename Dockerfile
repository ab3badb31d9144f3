# The gateway as published JavaScript, run by an account that is not root.
FROM node:26-slim AS build
WORKDIR /lectern
COPY package.json package-lock.json tsconfig.json ./
COPY config/tools config/tools
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY src src
RUN npx tsc -p config/tools/tsconfig.build.json && npm prune --omit=dev --ignore-scripts

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /lectern
COPY --from=build /lectern/package.json ./
COPY --from=build /lectern/node_modules node_modules
COPY --from=build /lectern/dist dist
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js", "serve"]
