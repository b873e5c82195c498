/** The Remix options; vite.config.ts hands them to the Remix plugin. */
export default {
  appDirectory: "app",
  ignoredRouteFiles: ["**/*"], // app/routes.ts has every address
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
