import type { LucideIcon } from "lucide-react";
// Each from its own module: the server would read the package whole, 1.3 MB, at its start.
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
import type { IconName } from "./other-service";

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

/** The icon of a service: an ornament beside its name, which is not read aloud. */
export function ServiceIcon({ name }: { name: IconName }) {
  const Icon = icons[name];
  return <Icon />;
}
