import type { Platform } from '../../../../../src/core/stack/trace/model';
import { Random } from '../../../../support/random';

export interface Sibling {
	readonly platform: Platform;
	readonly text: string;
	/** Header of the innermost error: `type: message`. */
	readonly header: string;
	/** Frames as `method@file:line`, without unknown parts. */
	readonly frames: readonly string[];
	/** Title of the group. Empty for the name of the first frame. */
	readonly title: string;
}

export interface SiblingFormat {
	readonly name: string;
	readonly make: (values: Values) => Sibling;
	/** Whether the system writes the text to a file and never to a log. */
	readonly isFile?: true;
}

function letter(index: number): string {
	return String.fromCharCode(0x61 + index);
}

const words = ['cart', 'order', 'price', 'shelf', 'stock', 'item', 'wish', 'gift', 'label', 'store', 'bill', 'rate'];
const verbs = ['load', 'total', 'count', 'open', 'parse', 'draw', 'merge', 'check', 'find', 'apply'];

/** Source of names, which depend on the seed, and of numbers, which depend on the build. */
export class Values {
	private readonly names: Random;
	private readonly numbers: Random;
	private used = 0;

	/** @param seed At most 25. */
	constructor(
		private readonly seed: number,
		build: number,
	) {
		this.names = new Random(seed * 7919);
		this.numbers = new Random(seed * 104_729 + build * 1_299_709);
	}

	word(): string {
		return `${words[this.names.below(words.length)]}${letter(this.seed)}${letter(this.used++)}`;
	}

	verb(): string {
		return `${verbs[this.names.below(verbs.length)]}${this.type()}`;
	}

	type(): string {
		const word = this.word();
		return word.charAt(0).toUpperCase() + word.slice(1);
	}

	line(): number {
		return 1 + this.numbers.below(400);
	}

	hex(length: number): string {
		return this.numbers.times(length, () => this.numbers.below(16).toString(16)).join('');
	}
}
