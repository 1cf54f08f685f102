import { fromUtc } from '../../shared/civilTime';
import type { RecordRecipe, SampleApplication } from '../applications/sampleApplications';
import { Devices } from '../world/device';
import { mix } from '../world/random';
import { Timeline } from '../world/timeline';
import { ZoneClock } from '../world/zoneClock';
import { ErrorChoice } from './errorChoice';

export interface HistoryOptions {
	readonly application: SampleApplication;
	readonly recipe: RecordRecipe;
	readonly seed: number;
	readonly count: number;
	readonly days: number;
	/** Unix time, seconds. */
	readonly end: number;
}

/** What all records of an application share; a record follows from this and its position. */
export class History {
	readonly application: SampleApplication;
	readonly recipe: RecordRecipe;
	readonly key: number;
	readonly timeline: Timeline;
	readonly clock: ZoneClock;
	readonly devices: Devices;
	readonly errors: ErrorChoice;
	/**
	 * Unix time, seconds, that the releases of the application are counted back from: the start of a month, so that a
	 * record stays what it is at least that long.
	 */
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
