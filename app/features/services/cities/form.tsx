import { useLoaderData } from "@remix-run/react";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { LatinField } from "~/ui/form/latin-field";
import { city } from "../lookups/city";
import { cities } from "./cities.server";

export const loader = screen([city.write], ({ params }) => formOf(cities, params));
export const action = saveAction(city, cities);
export const clientAction = keepForm();

export default function CityForm() {
  const form = useEntityForm(city, useLoaderData<typeof loader>());
  return (
    <EntityDialog form={form}>
      <TextField {...form.field("name")} autoComplete="off" autoFocus />
      <LatinField {...form.field("name_latin")} example="Makkah" />
    </EntityDialog>
  );
}
