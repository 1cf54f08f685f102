import { civilNow, type Zone } from '../../core/plan/range';
import { fromUtc, toUtc } from '../../shared/civilTime';
import type { RecordRecipe, SampleApplication } from '../applications/sampleApplications';
import type { ErrorKind, ErrorKinds } from '../errors/kinds';
import type { Version } from '../errors/template';
import { Devices } from '../world/device';
import { type OsName, osNames } from '../world/models';
import { mix, Weighted } from '../world/random';
import { Timeline } from '../world/timeline';

export interface HistoryOptions {
	readonly application: SampleApplication;
	readonly recipe: RecordRecipe;
	readonly seed: number;
	readonly count: number;
	readonly days: number;
	/** End of the history, in Unix seconds. */
	readonly end: number;
}

interface Choice {
	readonly usual: Weighted<ErrorKind>;
	readonly spiking: ErrorKind | undefined;
}

/** State shared by an application's records. A record depends only on this state and the record's position. */
export class History {
	readonly application: SampleApplication;
	readonly recipe: RecordRecipe;
	readonly key: number;
	readonly timeline: Timeline;
	readonly clock: ZoneClock;
	readonly devices: Devices;
	readonly errors: ErrorChoice;
	/** Start of the month that contains the latest record, in Unix seconds. */
	readonly releaseAnchor: number;

	constructor({ application, recipe, seed, count, days, end }: HistoryOptions) {
		this.application = application;
		this.recipe = recipe;
		this.key = mix(seed, application.id);
		this.timeline = new Timeline({ count, days, end, key: this.key, spike: recipe.spike });
		const start = this.timeline.timeAt(this.timeline.first);
		this.clock = new ZoneClock({ kind: 'named', name: application.zone }, start, end);
		const { year, month } = fromUtc(end * 1000);
		this.releaseAnchor = Date.UTC(year, month - 1) / 1000;
		this.devices = new Devices(this.key, count, recipe.systems);
		this.errors = new ErrorChoice(recipe.kinds, recipe.versions, recipe.spike.extra / (1 + recipe.spike.extra));
	}
}

const hour = 3600;

class ZoneClock {
	/** UTC offset in seconds for each hour of Unix time. Positive east of UTC. */
	private readonly offsets: Int32Array;
	private readonly firstHour: number;
	readonly minOffset: number;
	readonly maxOffset: number;

	constructor(zone: Zone, start: number, end: number) {
		this.firstHour = Math.floor(start / hour);
		this.offsets = new Int32Array(Math.floor(end / hour) - this.firstHour + 1);
		this.fill(zone);
		this.minOffset = Math.min(...this.offsets);
		this.maxOffset = Math.max(...this.offsets);
	}

	/**
	 * Converts Unix seconds to local time, expressed in seconds as if local time were UTC. Use the result only for
	 * comparison and formatting.
	 */
	localSeconds(time: number): number {
		return time + (this.offsets[Math.floor(time / hour) - this.firstHour] ?? 0);
	}

	/** Stores the UTC offset of each hour. To save time, looks up each hour only on days on which the offset changes. */
	private fill(zone: Zone): void {
		const last = this.offsets.length - 1;
		for (let from = 0; from <= last; from += 24) {
			const to = Math.min(from + 24, last);
			const offset = this.ask(zone, from);
			const changes = this.ask(zone, to) !== offset;
			for (let index = from; index <= to; index++) {
				this.offsets[index] = changes ? this.ask(zone, index) : offset;
			}
		}
	}

	private ask(zone: Zone, index: number): number {
		const instant = (this.firstHour + index) * hour * 1000;
		return (toUtc(civilNow(new Date(instant), zone)) - instant) / 1000;
	}
}

/** Chooses errors for records. As in real data, the first errors in the list are the most frequent (Zipf's law). */
class ErrorChoice {
	private readonly choices: ReadonlyMap<string, Choice>;
	private readonly fallback: ErrorKind;

	constructor(
		kinds: ErrorKinds,
		versions: readonly Version[],
		private readonly spikeShare: number,
	) {
		this.fallback = kinds[0];
		const weights = new Map(kinds.map((kind, place) => [kind, kind.weight / (place + 1) ** 1.1]));
		this.choices = new Map(
			osNames.flatMap((os) =>
				versions.map((version, index) => {
					const [first = this.fallback, ...others] = kinds.filter((kind) => canHappen(kind, os, index, versions));
					const usual = new Weighted([first, ...others], (kind) => weights.get(kind) ?? 0);
					return [choiceKey(os, version), { usual, spiking: [first, ...others].find((kind) => kind.spikes) }];
				}),
			),
		);
	}

	choose(os: OsName, version: Version, inSpike: boolean, fraction: number): ErrorKind {
		const choice = this.choices.get(choiceKey(os, version));
		if (!choice) {
			return this.fallback;
		}
		if (!inSpike) {
			return choice.usual.choose(fraction);
		}
		return fraction < this.spikeShare && choice.spiking
			? choice.spiking
			: choice.usual.choose(Math.max(0, fraction - this.spikeShare) / (1 - this.spikeShare));
	}
}

function choiceKey(os: OsName, version: Version): string {
	return `${os} ${version.name}`;
}

function canHappen(kind: ErrorKind, os: OsName, index: number, versions: readonly Version[]): boolean {
	const place = (name: string) => versions.findIndex((version) => version.name === name);
	return (
		(kind.os ?? os) === os &&
		(kind.since === undefined || index >= place(kind.since)) &&
		(kind.until === undefined || index <= place(kind.until))
	);
}
