import type { TextMap } from './en.ts';

/** Texts in Spanish. */
export const ES: TextMap = {
  'catalogue.loading': 'Cargando el catálogo',
  'catalogue.retry': 'Reintentar',
  'catalogue.unreachable.title': 'No se puede acceder al catálogo',
  'catalogue.unreachable.text': 'Compruebe la conexión o inténtelo de nuevo en un momento.',
  'catalogue.busy.title': 'El catálogo está ocupado',
  'catalogue.busy.text': 'Se intentará de nuevo en {seconds} s.',
  'catalogue.foreign.title': 'No hay ningún catálogo en esta dirección',
  'catalogue.foreign.text': 'Ha respondido otro programa. Compruebe la dirección del servicio.',
  'catalogue.failed.title': 'Se ha producido un error',
  'catalogue.failed.text': 'El servicio indica: {message}',
  'sign-in.title': 'Iniciar sesión',
  'sign-in.text': 'Este catálogo requiere un token de acceso. Se conserva hasta que cierre esta página.',
  'sign-in.refused': 'El token no es válido o ha caducado.',
  'sign-in.forbidden': 'Este token no permite ver el catálogo.',
  'sign-in.token': 'Token de acceso',
  'sign-in.submit': 'Iniciar sesión',
  'assets.count': { one: '{count} elemento', other: '{count} elementos' },
  'assets.empty.title': 'Aquí no hay nada',
  'assets.empty.text': 'Ningún elemento coincide. Quite un filtro o busque en todas partes.',
};
