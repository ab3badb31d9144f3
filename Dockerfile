# The gateway as published JavaScript, with what follows a binary log. All of it is set by the environment; it runs as an
# account that is not root, and writes nothing by itself, so that the root file system can be read only.
FROM node:26-slim AS build
WORKDIR /lectern
COPY package.json package-lock.json tsconfig.json ./
COPY config/tools config/tools
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY src src
RUN node config/tools/build.ts

FROM node:26-slim AS packages
WORKDIR /lectern
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# A peer that owners install if they want it: here it is of the version of the lock file
COPY --from=build /lectern/node_modules/@vlasky node_modules/@vlasky

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 ADMIN_PORT=9090
WORKDIR /lectern
COPY --from=packages /lectern/node_modules node_modules
COPY package.json LICENSE ./
COPY --from=build /lectern/dist dist
# For a volume with WARM_START_FILE in it
RUN mkdir state && chown 1000:1000 state
# The account `node`, by its number: that it is not root can be seen from outside
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGTERM
# Whether the process answers, on the admin port, which is this machine's alone: a database that is away is no reason to start again
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js", "serve"]
