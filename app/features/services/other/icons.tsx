import type { LucideIcon } from "lucide-react";
// Each icon has its own import: the whole package would add 1.3 MB to the server's start.
import Accessibility from "lucide-react/icons/accessibility";
import Camera from "lucide-react/icons/camera";
import Car from "lucide-react/icons/car";
import HeartHandshake from "lucide-react/icons/heart-handshake";
import MapPin from "lucide-react/icons/map-pin";
import Plane from "lucide-react/icons/plane";
import Plus from "lucide-react/icons/plus";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import ShoppingCart from "lucide-react/icons/shopping-cart";
import Stethoscope from "lucide-react/icons/stethoscope";
import Train from "lucide-react/icons/train";
import UserCheck from "lucide-react/icons/user-check";
import Wifi from "lucide-react/icons/wifi";
import { defaultIcon, type IconName } from "./other-service";

const icons: Record<IconName, LucideIcon> = {
  Plus,
  Train,
  Accessibility,
  Camera,
  ShoppingBag,
  Stethoscope,
  Wifi,
  Car,
  Plane,
  ShoppingCart,
  UserCheck,
  HeartHandshake,
  MapPin,
};

/** A service's icon beside its name. Screen readers skip it. */
export function ServiceIcon({ name }: { name: IconName }) {
  const Icon = Object.hasOwn(icons, name) ? icons[name] : icons[defaultIcon];
  return <Icon />;
}
