# The site as an image. Build it for a host with `docker build --build-arg SITE_HOST=www.example.org -t unhurried .`;
# all other settings are read at start. See docs/deploy.md; compose.yaml and deploy/kubernetes.yaml run it.

FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# Settings that a build fixes ("Hosts" in .env.example).
ARG SITE_HOST STAGING_HOST API_HOST_PROD API_HOST_BETA
ENV NEXT_TELEMETRY_DISABLED=1
# The source maps of the server are for its log; Next leaves most of them out.
RUN npm run build && cp -r .next/server .next/standalone/.next/ && mkdir -p empty

FROM node:24-slim
WORKDIR /site
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000 DATA_DIR=/data
# Next's traced files, and what it cannot trace: files that are read by path, and our own server.
COPY --from=build /site/.next/standalone/package.json ./
COPY --from=build /site/.next/standalone/node_modules ./node_modules
COPY --from=build /site/.next/standalone/.next ./.next
COPY --from=build /site/.next/static ./.next/static
COPY --from=build /site/.next/*.mjs ./.next/
COPY --from=build /site/public ./public
COPY --from=build /site/content ./content
COPY --from=build /site/lib/server/db/migrations ./lib/server/db/migrations
# The two writable folders: resized images, and the data without Postgres.
COPY --from=build --chown=node:node /site/empty ./.next/cache
COPY --from=build --chown=node:node /site/empty /data
VOLUME /data
USER node
EXPOSE 3000
# Healthy if the process answers. 503 counts too: restarting would not bring a database back.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ status }) => process.exit(status === 200 || status === 503 ? 0 : 1), () => process.exit(1))"]
CMD ["node", ".next/site.mjs"]
