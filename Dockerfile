FROM node:24-bookworm-slim AS build
WORKDIR /office
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /office
ENV NODE_ENV=production DATA_DIR=/office/data
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force
COPY knexfile.js ./
COPY migrations migrations
COPY seeds seeds
COPY scripts scripts
COPY public public
COPY app/framework/remember-routes.js app/framework/hosts-client.js app/framework/hosts.js app/framework/
COPY app/auth/guessable.ts app/auth/
COPY app/domain/digits.ts app/domain/tidy.ts app/domain/
COPY app/files/disk.server.ts app/files/bucket.server.ts app/files/file-columns.js app/files/
COPY --from=build /office/build build
RUN mkdir data && chown node:node data
USER node
VOLUME /office/data
EXPOSE 3000
HEALTHCHECK --start-period=10s --interval=10s --timeout=6s CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=1", "scripts/start.js"]
