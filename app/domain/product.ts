/** The product's name: on the login screen, and wherever the company has no name yet. */
export const productTitle = "نظام إدارة الحج والعمرة";
