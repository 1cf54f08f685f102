import type { Device } from '../world/device';
import { oddTexts } from '../world/oddTexts';
import { type Draws, hexadecimal } from '../world/random';

export interface Version {
	readonly name: string;
	readonly build: string;
	/** Number of days from the release to the start of the month that contains the latest record. */
	readonly daysBefore: number;
}

export interface Occurrence {
	/** Pseudorandom numbers. Each access restarts the sequence, so that an error's name and text have the same values. */
	readonly draws: Draws;
	readonly device: Device;
	readonly version: Version;
	readonly packageName: string;
	/** Time of the error in UTC, as `yyyy-mm-dd hh:mm:ss`. */
	readonly happenedAt: string;
}

export type Text = string | ((occurrence: Occurrence) => string);

/** State while the templates of an error are expanded. Values are stored in the order of their first use. */
interface Scene {
	readonly occurrence: Occurrence;
	readonly draws: Draws;
	readonly values: Value[];
}

type Value = string | number;

type TemplatePart = string | ((scene: Scene) => string);

interface NumberRange {
	readonly least: number;
	readonly step: number;
	readonly count: number;
	readonly isHex: boolean;
}

const known: ReadonlyMap<string, (scene: Scene) => string> = new Map([
	['packageName', ({ occurrence }) => occurrence.packageName],
	['happenedAt', ({ occurrence }) => occurrence.happenedAt],
	['version', ({ occurrence }) => occurrence.version.name],
	['build', ({ occurrence }) => occurrence.version.build],
	['device.model', ({ occurrence }) => occurrence.device.model.name],
	['device.hardware', ({ occurrence }) => occurrence.device.model.hardware ?? '(null)'],
	['device.os', ({ occurrence }) => occurrence.device.os],
	['device.osVersion', ({ occurrence }) => occurrence.device.osVersion],
	['device.osBuild', ({ occurrence }) => occurrence.device.osBuild],
	['uuid', ({ draws }) => draws.uuid()],
	['UUID', ({ draws }) => draws.uuid().toUpperCase()],
	['text', ({ draws }) => draws.pick(oddTexts)],
]);

/**
 * Compiles the templates for the name and the text of an error, with placeholders in braces:
 * - `{pid}`, `{pid+31}`, `{app+0x1a2b}`: a declared value, optionally plus an offset
 * - `{device.model}`, `{happenedAt}`…: a property of the occurrence
 * - `{10..14}`, `{20..120 by 20}`, `{0x0..0xff}`: a number in an inclusive range, hexadecimal if its bounds are
 *   hexadecimal
 * - `{yes|yes|no}`: one of the alternatives
 * - `{hex 7}`, `{uuid}`, `{UUID}`, `{text}`: the given number of hexadecimal digits, an ID, text typed by users
 * - `{quoted query}`: a declared value in the syntax of an old-style property list
 */
export class Templates {
	private readonly places = new Map<string, number>();
	private readonly makers: ((scene: Scene) => Value)[] = [];
	private readonly ranges = new Map<string, NumberRange>();

	constructor(private readonly declared: ReadonlyMap<string, string>) {}

	compile(source: string): Text {
		const pieces = this.piecesOf(source);
		const [only = ''] = pieces;
		if (pieces.length <= 1 && typeof only === 'string') {
			return only;
		}
		return (occurrence) => {
			const scene: Scene = { occurrence, draws: occurrence.draws, values: [] };
			for (const make of this.makers) {
				scene.values.push(make(scene));
			}
			return fill(pieces, scene);
		};
	}

	private piecesOf(source: string): TemplatePart[] {
		const pieces: TemplatePart[] = [];
		for (const [index, part] of source.split(/\{([^{}\n]+)\}/).entries()) {
			const piece = index % 2 === 0 ? part : this.pieceOf(part);
			const last = pieces.at(-1);
			if (typeof piece === 'string' && typeof last === 'string') {
				pieces[pieces.length - 1] = last + piece;
			} else if (piece !== '') {
				pieces.push(piece);
			}
		}
		return pieces;
	}

	private pieceOf(place: string): TemplatePart {
		const [, name = '', offset] = /^(\w+)(?:\+(0x[\da-f]+|\d+))?$/.exec(place) ?? [];
		if (this.declared.has(name)) {
			return this.valueOf(name, Number(offset ?? 0));
		}
		const [, quotedName = ''] = /^quoted (\w+)$/.exec(place) ?? [];
		if (this.declared.has(quotedName)) {
			const value = this.valueOf(quotedName, 0);
			return typeof value === 'string' ? quoted(value) : (scene) => quoted(value(scene));
		}
		const range = readRange(place);
		if (range) {
			return ({ draws }) => written(drawn(range, draws), range);
		}
		if (place.includes('|')) {
			const [first = '', ...others] = place.split('|');
			return ({ draws }) => draws.pick([first, ...others]);
		}
		const [, digits] = /^hex (\d+)$/.exec(place) ?? [];
		const make = digits === undefined ? known.get(place) : ({ draws }: Scene) => draws.hex(Number(digits));
		if (!make) {
			throw new RangeError(`nothing to fill in for {${place}}`);
		}
		return make;
	}

	private valueOf(name: string, offset: number): TemplatePart {
		const source = this.declared.get(name) ?? '';
		let place = this.places.get(name);
		if (place === undefined) {
			const range = readRange(/^\{(.*)\}$/.exec(source)?.[1] ?? '');
			const pieces = range ? [] : this.piecesOf(source);
			if (range) {
				this.ranges.set(name, range);
			} else if (pieces.every((piece) => typeof piece === 'string')) {
				return pieces.join('');
			}
			place = this.makers.push(range ? ({ draws }) => drawn(range, draws) : (scene) => fill(pieces, scene)) - 1;
			this.places.set(name, place);
		}
		const [at, range] = [place, this.ranges.get(name)];
		if (range) {
			return ({ values }) => written(Number(values[at]) + offset, range);
		}
		if (offset > 0) {
			throw new RangeError(`{${name}} is no number to add to`);
		}
		return ({ values }) => String(values[at]);
	}
}

function fill(pieces: readonly TemplatePart[], scene: Scene): string {
	let text = '';
	for (const piece of pieces) {
		text += typeof piece === 'string' ? piece : piece(scene);
	}
	return text;
}

function readRange(place: string): NumberRange | undefined {
	const [, from, to, by = 1] = /^(0x[\da-f]+|\d+)\.\.(0x[\da-f]+|\d+)(?: by (0x[\da-f]+|\d+))?$/.exec(place) ?? [];
	if (from === undefined) {
		return undefined;
	}
	const [least, step] = [Number(from), Number(by)];
	return { least, step, count: Math.floor((Number(to) - least) / step) + 1, isHex: from.startsWith('0x') };
}

function drawn({ least, step, count }: NumberRange, draws: Draws): number {
	return least + step * draws.below(count);
}

function written(value: number, { isHex }: NumberRange): string {
	return isHex ? hexadecimal(value) : String(value);
}

/** Formats a string for an old-style property list. It is quoted unless it contains only word characters. */
function quoted(text: string): string {
	return /^[A-Za-z0-9_]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
