/** The Remix options; vite.config.ts hands them to the Remix plugin. */
export default {
  appDirectory: "app",
  ignoredRouteFiles: ["**/*"], // every address stands in app/routes.ts
  serverModuleFormat: /** @type {"esm"} */ ("esm"),
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
    v3_routeConfig: true,
  },
};
