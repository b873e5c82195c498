/**
 * One file holds the modules of every page, another those of every list, and so on for forms and vouchers: every further file
 * has headers of its own and compresses worse.
 */
export function chunkOf(module: string) {
  return Object.entries(chunks).find(([, modules]) => modules.test(module))?.[0];
}

const chunks = {
  framework: modulesIn(
    "node_modules/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)/",
  ),
  page: modulesIn(
    "app/(domain|first-page|ui/page|features/links)/",
    "app/(shell/(brand|keys|page-without-scripts)|ui/occupancy)[.]tsx",
    "app/shell/storage[.]ts$",
    "app/features/(groups|trips|visas)/[a-z-]+[.]ts$",
    "app/features/groups/group-badge",
  ),
  // What lists of these show; their forms' libraries are in the files below, which lists do without.
  entities: modulesIn(
    "app/features/(accounts/account|currencies/currency|customers/customer|contracts/contract|money/(event-day|riyal|voucher))[.]ts$",
    "app/features/(campaigns/campaign|commissions/rate)-field[.]ts$", // the contract's
    "app/features/financial/vouchers/(fields|list-address|list-columns|list-filters|purpose|return-link)[.]",
  ),
  dialogs: modulesIn("app/ui/dialog/"),
  forms: modulesIn("node_modules/@conform-to/", "app/ui/form/", "app/features/money/event-day-field[.]"),
  pickers: modulesIn("app/ui/picker/"),
  vouchers: modulesIn("node_modules/(big|fraction).js/", "app/features/(money|financial/vouchers)/"),
};

/** A pattern of the modules at these paths. */
function modulesIn(...paths: string[]) {
  return new RegExp(`/(${paths.join("|")})`);
}
