import type { ComponentProps } from "react";
import { TextField } from "./field";

/** The name of something in what is printed in English. */
export const LatinField = ({ example, ...field }: ComponentProps<typeof TextField> & { example: string }) => (
  <TextField {...field} lang="en" hint={`في ما يطبع بالإنجليزية، مثل ${example}.`} />
);
