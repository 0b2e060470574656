/** IDs of the information fields of folder imports that others know, too: fixed, so that a renamed field is still recognised. */
export const FOLDER_TITLE = 900_001;
export const FOLDER_CAPTURED = 900_008;
