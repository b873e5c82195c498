/** What the product calls itself: on the login screen, and wherever the company has no name yet. */
export const productTitle = "نظام إدارة الحج والعمرة";
