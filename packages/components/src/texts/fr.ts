import type { TextMap } from './en.ts';

/** Texts in French. */
export const FR: TextMap = {
  'catalogue.loading': 'Chargement du catalogue',
  'catalogue.retry': 'Réessayer',
  'catalogue.unreachable.title': 'Le catalogue est inaccessible',
  'catalogue.unreachable.text': 'Vérifiez la connexion ou réessayez dans un instant.',
  'catalogue.busy.title': 'Le catalogue est très sollicité',
  'catalogue.busy.text': 'Nouvelle tentative dans {seconds} s.',
  'catalogue.foreign.title': 'Aucun catalogue à cette adresse',
  'catalogue.foreign.text': 'Un autre programme a répondu. Vérifiez l’adresse du service.',
  'catalogue.failed.title': 'Une erreur s’est produite',
  'catalogue.failed.text': 'Le service indique : {message}',
  'sign-in.title': 'Connexion',
  'sign-in.text': 'Ce catalogue exige un jeton d’accès. Il est conservé jusqu’à la fermeture de cette page.',
  'sign-in.refused': 'Le jeton n’est pas valide ou a expiré.',
  'sign-in.forbidden': 'Ce jeton ne donne pas accès au catalogue.',
  'sign-in.token': 'Jeton d’accès',
  'sign-in.submit': 'Se connecter',
  'assets.count': { one: '{count} élément', other: '{count} éléments' },
  'assets.empty.title': 'Rien ici',
  'assets.empty.text': 'Aucun élément ne correspond. Retirez un filtre ou cherchez partout.',
};
