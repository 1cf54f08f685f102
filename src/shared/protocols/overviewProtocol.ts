import type { Method } from '../rpc';
import type { ActiveRates } from '../triage';

/** Application in the overview. Its numbers refer to the records that open when the user clicks the row. */
export interface OverviewRow {
	readonly id: string;
	readonly name: string;
	readonly details: string;
	readonly platform: 'android' | 'ios' | 'windows' | 'desktop' | 'web' | undefined;
	/** Counts of new and increased errors since the last review. Undefined if the errors haven't been counted. */
	readonly news: { readonly appeared: number; readonly increased: number } | undefined;
	readonly newsNote: string;
	readonly recent: RecentNumbers | undefined;
	readonly status: OverviewStatus;
}

export interface RecentNumbers {
	readonly records: number;
	readonly devices: number | 'counting' | undefined;
	/**
	 * Share of active devices that had records. Undefined if the number of active devices is unknown or can't be related
	 * to the records.
	 */
	readonly rates: ActiveRates | 'counting' | undefined;
	/** Number of records per day, oldest first: up to 28 days before today, and then today. */
	readonly counts: readonly number[];
	/** Ratio of today's records to the usual number at this time of day. Undefined if today is not unusual. */
	readonly spike: number | undefined;
}

export interface OverviewStatus {
	readonly text: string;
	readonly details: string;
	readonly isProblem: boolean;
	/** Kind of sync to offer. `start` is the first sync of the application. Undefined if no sync is offered. */
	readonly offers: 'start' | 'now' | 'resume' | undefined;
}

export type OverviewState =
	| { readonly kind: 'signedOut' }
	| { readonly kind: 'loading' }
	| {
			readonly kind: 'listed';
			/** Rows of the overview. Applications that need attention come first. */
			readonly rows: readonly OverviewRow[];
			readonly failure: string | undefined;
	  };

export interface OverviewStart {
	readonly state: OverviewState;
	readonly strings: Readonly<Record<string, string>>;
	readonly language: string;
}

export type OverviewCommand = 'signIn' | 'exploreSampleData' | 'addApplication' | 'refreshApplications';

export interface OverviewHost {
	ready: Method<undefined, OverviewStart>;
	open: Method<{ id: string }, void>;
	whatsNew: Method<{ id: string }, void>;
	sync: Method<{ id: string }, void>;
	run: Method<{ command: OverviewCommand }, void>;
}

export interface OverviewView {
	show: Method<OverviewState, void>;
}
