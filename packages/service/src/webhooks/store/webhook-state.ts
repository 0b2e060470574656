import type { EpochMs } from '../../../../core/src/domain/model.ts';

/** A request on its way to a receiver. All tries have the same ID and body. */
export interface Message {
  /** The header `webhook-id`, by which a receiver knows repetitions. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** Where the hook goes on after it. */
  readonly cursor: string;
  /** How often it was sent in vain. */
  readonly failures: number;
  /** When it may be sent again. */
  readonly due: EpochMs;
}

/** How far a hook is. It is in the catalogue, so that a crash of a sender loses nothing. */
export interface WebhookState {
  /** Up to where the receiver has accepted everything; undefined before the first message. */
  readonly cursor: string | undefined;
  readonly message: Message | undefined;
  /** True once a message could not be sent, until an operator lets it be sent again. */
  readonly isOff: boolean;
}

export const NOT_BEGUN: WebhookState = { cursor: undefined, message: undefined, isOff: false };

/** A node that sends for a hook, for as long as it renews its claim. */
interface Claim {
  /** Identifies the process. */
  readonly sender: string;
  readonly now: EpochMs;
  /** When another node may take over. */
  readonly until: EpochMs;
}

/** What has the states, beside other things. */
export interface HasWebhookStates {
  readonly webhooks: WebhookStates;
}

/** The states of all hooks, by the ID of the settings. */
export interface WebhookStates {
  /** Claims a hook, and returns its state; undefined while another node sends. */
  claim(id: string, claim: Claim): Promise<WebhookState | undefined>;
  /**
   * Replaces the state. Returns false, and changes nothing, if another node has taken over, or `abs webhooks retry` came
   * between.
   */
  put(id: string, sender: string, state: WebhookState): Promise<boolean>;
  /** The states of all hooks that have begun, by ID. */
  list(): Promise<ReadonlyMap<string, WebhookState>>;
  /** Lets a hook send what it could not send, at once. Returns false if the hook has no message. */
  retry(id: string): Promise<boolean>;
  /** Puts the state that a hook had elsewhere in place of its own, whoever sends. */
  take(id: string, state: WebhookState): Promise<void>;
}
