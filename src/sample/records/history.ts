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
	/** End of the history, in Unix seconds. */
	readonly end: number;
}

/** State shared by an application's records. Each record is a function of this state and the record's position. */
export class History {
	readonly application: SampleApplication;
	readonly recipe: RecordRecipe;
	readonly key: number;
	readonly timeline: Timeline;
	readonly clock: ZoneClock;
	readonly devices: Devices;
	readonly errors: ErrorChoice;
	/** Reference time for release dates, in Unix seconds. The start of a month keeps records the same all month. */
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
