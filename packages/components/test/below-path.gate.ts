/** The service below a path of a site, behind nginx. */
import { testBelowPath } from './support/below-path.ts';

testBelowPath('nginx', false);
