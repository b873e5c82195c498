import { jsonResource } from "~/http/resource.server";
import { hotelLabels, hotelRequired } from "./hotel";
import { createHotel, deleteHotel, findHotel, hotelSchema, listHotels, updateHotel } from "./hotels.server";

const hotels = jsonResource({
  key: "hotels",
  item: "hotel",
  write: "manage_services",
  schema: hotelSchema,
  labels: hotelLabels,
  requiredSentence: hotelRequired,
  list: listHotels,
  find: findHotel,
  create: createHotel,
  update: (trx, id, input, _user, { readAt }) => updateHotel(trx, id, input, { readAt }),
  remove: deleteHotel,
});

export const loader = hotels.loader;
export const action = hotels.action;
