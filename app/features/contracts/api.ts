import { jsonResource } from "~/http/resource.server";
import { contractLabels, contractReaders, contractRequired } from "./contract";
import {
  contractChangeSchema,
  contractSchema,
  createContract,
  deleteContract,
  findContract,
  listContracts,
  updateContract,
} from "./contracts.server";

const contracts = jsonResource({
  key: "contracts",
  item: "contract",
  write: "manage_contracts",
  read: contractReaders,
  schema: contractSchema,
  updateSchema: contractChangeSchema,
  labels: contractLabels,
  requiredSentence: contractRequired,
  list: listContracts,
  find: findContract,
  create: (trx, input, user) => createContract(trx, input, user.id),
  update: (trx, id, change, _user, { readAt }) => updateContract(trx, id, change, { readAt }),
  remove: deleteContract,
});

export const loader = contracts.loader;
export const action = contracts.action;
