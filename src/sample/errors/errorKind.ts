import type { Device } from '../world/device';
import type { OsName } from '../world/models';
import type { Draws } from '../world/random';

export interface Version {
	readonly name: string;
	readonly build: string;
	/** When it came out, in days before the month that the records end in. */
	readonly daysBefore: number;
}

/** What the text of an error may tell about the moment it happened. */
export interface Occurrence {
	/** Starts anew for each text, so that the name and the text of an error can agree on what they draw. */
	readonly draws: Draws;
	readonly device: Device;
	readonly version: Version;
	readonly packageName: string;
	/** `yyyy-mm-dd hh:mm:ss`, UTC. */
	readonly happenedAt: string;
}

/** One mistake in a sample app: what a person would call one group of errors. */
export interface ErrorKind {
	readonly name: string | ((occurrence: Occurrence) => string);
	readonly text: (occurrence: Occurrence) => string;
	/** Happens on this system only. */
	readonly os?: OsName;
	/** The first version that has the mistake. */
	readonly since?: string;
	/** The last version that has it. */
	readonly until?: string;
	/** Has the one bad day of its application. */
	readonly spikes?: boolean;
	/** Rarer by this factor than its place in the list says. */
	readonly rarity?: number;
}

/** What a kind has besides its words. */
export type Circumstances = Omit<ErrorKind, 'name' | 'text'>;

/** In order of frequency, the most frequent first. */
export type ErrorKinds = readonly [ErrorKind, ...ErrorKind[]];
