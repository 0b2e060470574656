import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import type { Pin } from '../pins/store/pin.ts';
import type { Review } from '../reviews/store/review.ts';
import type { LastIds } from './copies.ts';
import type { KeptText } from './texts.ts';

/** All objects of one state, in batches. Each method may be called once. */
export interface Records extends AsyncDisposable {
  readonly model: CatalogueModel;
  readonly lastIds: LastIds;
  /** Identity of the catalogue that this one is an unchanged copy of; undefined if it is no copy. */
  readonly copiedFrom: string | undefined;
  /** Assets in ascending order of ID. */
  assets(): AsyncIterable<readonly AssetRecord[]>;
  /** Reviews by asset, user and date. */
  reviews(): AsyncIterable<readonly Review[]>;
  /** Texts of the files of assets' active versions, by SHA-256. */
  texts(): AsyncIterable<readonly KeptText[]>;
  /** PINs by code, the expired ones, too. */
  pins(): AsyncIterable<readonly Pin[]>;
}
