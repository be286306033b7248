/** Views that one person may keep of one list. */
export const MAX_VIEWS = 50;
/** Characters of a view's name. */
export const MAX_VIEW_NAME = 60;
