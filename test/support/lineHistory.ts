import type { Random } from './random';

export interface TrackedLine {
	readonly id: number;
	readonly text: string;
}

const verbs = ['load', 'save', 'parse', 'render', 'send', 'merge'] as const;
const nouns = ['Cart', 'Order', 'Price', 'User', 'Token', 'Image', 'Page', 'Query'] as const;
const common = ['\t\treturn null', '\t\t\tcontinue', '', '\t\t}', '\t\tval result = compute()', '\t\tlog(it)'] as const;

const kindsOfEdit = ['insert', 'insert', 'delete', 'edit', 'edit', 'edit', 'function', 'move', 'reindent'] as const;

export class LineHistory {
	private nextId = 0;

	constructor(private readonly random: Random) {}

	source(functions: number): readonly TrackedLine[] {
		return this.random.times(functions, () => this.someFunction()).flat();
	}

	edited(lines: readonly TrackedLine[]): readonly TrackedLine[] {
		const { random } = this;
		const at = random.below(lines.length + 1);
		switch (random.pick(kindsOfEdit)) {
			case 'insert':
				return lines.toSpliced(at, 0, ...random.times(1 + random.below(4), () => this.statement()));
			case 'delete':
				return lines.toSpliced(at, 1 + random.below(5));
			case 'edit':
				return lines.map((line, index) => (index === at ? { ...line, text: this.editedText(line.text) } : line));
			case 'function':
				return lines.toSpliced(this.start(lines, at), 0, ...this.someFunction());
			case 'move': {
				const from = this.start(lines, at);
				const end = this.start(lines, from + 1);
				const block = lines.slice(from, end);
				const rest = lines.toSpliced(from, end - from);
				return rest.toSpliced(this.start(rest, random.below(rest.length + 1)), 0, ...block);
			}
			case 'reindent':
				return lines.map((line, index) =>
					index >= at && index < at + 6 && line.text !== '' ? { ...line, text: `\t${line.text}` } : line,
				);
		}
	}

	reformatted(lines: readonly TrackedLine[]): readonly TrackedLine[] {
		return lines.map(({ id, text }) => ({ id, text: text.replaceAll('\t', '  ') }));
	}

	private start(lines: readonly TrackedLine[], from: number): number {
		const found = lines.findIndex(({ text }, index) => index >= from && text.includes('fun '));
		return found < 0 ? lines.length : found;
	}

	private line(text: string): TrackedLine {
		return { id: this.nextId++, text };
	}

	private statement(): TrackedLine {
		const { random } = this;
		if (random.chance(0.3)) {
			return this.line(random.pick(common));
		}
		const [verb, noun] = [random.pick(verbs), random.pick(nouns)];
		return this.line(`\t\tval ${noun.toLowerCase()}${random.below(90_000)} = ${verb}${noun}(${random.below(40)})`);
	}

	private someFunction(): readonly TrackedLine[] {
		const { random } = this;
		const head = `\tfun ${random.pick(verbs)}${random.pick(nouns)}${random.below(90_000)}(): Int {`;
		const body = random.times(2 + random.below(9), () => this.statement());
		return [this.line(head), ...body, this.line('\t}'), this.line('')];
	}

	private editedText(text: string): string {
		return text.includes('(')
			? text.replace('(', `(other${this.random.below(99)}, `)
			: `${text} // seen ${this.random.below(90_000)}`;
	}
}

export function getText(lines: readonly TrackedLine[], end = '\n'): string {
	return lines.map(({ text }) => text).join(end);
}
