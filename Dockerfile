# glibc base: the embedded ClickHouse is built for it, not for musl.
FROM node:26-bookworm-slim AS build
WORKDIR /app
RUN npm install --global pnpm@12
COPY . .
RUN pnpm install --frozen-lockfile && pnpm build:web
RUN rm -rf node_modules */node_modules && pnpm install --prod --frozen-lockfile

FROM node:26-bookworm-slim
ENV NODE_ENV=production \
    LOOPSCOPE_HOST=0.0.0.0 \
    LOOPSCOPE_DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build --chown=root:root /app /app
USER node
VOLUME /data
EXPOSE 4317 4318 4319
# Longer than a drain takes; a second signal ends at once.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4319/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "cli/loopscope.ts"]
CMD ["start"]
