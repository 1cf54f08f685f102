import { formatCivil, fromUtc } from '../../shared/civilTime';
import type { ErrorKind } from '../errors/kinds';
import type { Occurrence, Text, Version } from '../errors/template';
import type { Device } from '../world/device';
import { Draws, mix, scramble, toFraction } from '../world/random';
import type { History } from './history';

const day = 24 * 3600;

/** Maximum time in seconds between an error and its arrival at the service. */
export const maxDelay = 7 * day;

/**
 * Salts for random values. Each value has its own salt, so that it doesn't depend on which other values are generated.
 */
export const trait = {
	device: 1,
	kind: 2,
	text: 3,
	delay: 4,
	parameters: 5,
	connection: 6,
	id: 7,
	shard: 8,
} as const;

/** Cursor that can move to any of an application's records. Values are generated when they are read. */
export class RecordCursor implements Occurrence {
	private position = 0;
	private recordKey = 0;
	private madeTime: number | undefined;
	private madeDevice: Device | undefined;
	private madeVersion: Version | undefined;

	constructor(readonly history: History) {}

	moveTo(position: number): void {
		this.position = position;
		this.recordKey = mix(this.history.key, position);
		this.madeTime = undefined;
		this.madeDevice = undefined;
		this.madeVersion = undefined;
	}

	drawsFor(purpose: number): Draws {
		return new Draws(mix(this.recordKey, purpose));
	}

	get draws(): Draws {
		return this.drawsFor(trait.text);
	}

	get packageName(): string {
		return this.history.application.packageName;
	}

	/** Time of the error, in Unix seconds. */
	get happened(): number {
		this.madeTime ??= this.history.timeline.timeAt(this.position);
		return this.madeTime;
	}

	get happenedAt(): string {
		return formatCivil(fromUtc(this.happened * 1000));
	}

	/** Receive time in Unix seconds. Records are usually received minutes after the error, but sometimes days later. */
	get received(): number {
		const draws = this.drawsFor(trait.delay);
		const [least, most] = delayRange(draws.below(100));
		return this.happened + draws.between(least, most);
	}

	/** Returns true if the record was received before `end`, in Unix seconds. */
	hasArrivedBefore(end: number): boolean {
		return this.happened + maxDelay < end || this.received < end;
	}

	get device(): Device {
		this.madeDevice ??= this.history.devices.choose(this.fractionFor(trait.device));
		return this.madeDevice;
	}

	get version(): Version {
		this.madeVersion ??= this.findVersion();
		return this.madeVersion;
	}

	get kind(): ErrorKind {
		const inSpike = this.history.timeline.isInSpike(this.position);
		return this.history.errors.choose(this.device.os, this.version, inSpike, this.fractionFor(trait.kind));
	}

	get errorName(): string {
		return this.getText(this.kind.name);
	}

	get errorText(): string {
		return this.getText(this.kind.text);
	}

	/** ID with 19 digits. The last ten digits are unique, because they are derived from the record's position. */
	get errorId(): string {
		const head = 100_000_000 + (mix(this.history.key, trait.id) % 900_000_000);
		return `${head}${String(scramble(this.position)).padStart(10, '0')}`;
	}

	get shard(): number {
		return mix(this.recordKey, trait.shard) % 100;
	}

	private getText(text: Text): string {
		return typeof text === 'string' ? text : text(this);
	}

	private findVersion(): Version {
		const { versions } = this.history.recipe;
		const age = (this.history.releaseAnchor - this.happened) / day + this.device.updateDelay;
		return versions.findLast((version) => version.daysBefore >= age) ?? versions[0];
	}

	private fractionFor(purpose: number): number {
		return toFraction(mix(this.recordKey, purpose));
	}
}

function delayRange(percent: number): readonly [least: number, most: number] {
	if (percent < 60) {
		return [60, 600];
	}
	if (percent < 85) {
		return [600, 3 * 3600];
	}
	return percent < 97 ? [3 * 3600, 2 * day] : [2 * day, maxDelay];
}
