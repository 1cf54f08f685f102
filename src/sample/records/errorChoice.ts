import type { ErrorKind, ErrorKinds } from '../errors/kinds';
import type { Version } from '../errors/template';
import { type OsName, osNames } from '../world/models';
import { Weighted } from '../world/random';

interface Choice {
	readonly usual: Weighted<ErrorKind>;
	readonly spiking: ErrorKind | undefined;
}

/** Chooses an error. As in real error data, frequencies decrease with the position in the list (Zipf's law). */
export class ErrorChoice {
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
