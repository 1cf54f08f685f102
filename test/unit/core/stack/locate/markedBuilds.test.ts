import * as assert from 'node:assert/strict';
import type { Located } from '../../../../../src/core/stack/locate/frameTarget';
import { isWhole } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { described } from './support/labels';
import { type MarkedSource, markedSources } from './support/markedSources';
import { locateLast } from './support/workspace';

/** Number of different edit histories of each source file. */
const histories = isWhole ? 400 : 30;
const maxSilentlyWrong = 0.003;

interface MarkedLine {
	readonly text: string;
	readonly marks: readonly string[];
	/** Marks of all lines of the member. Its other lines, such as a closing brace, belong to the same functions. */
	readonly ofMember: readonly string[];
}

type Member = readonly MarkedLine[];

const manifest = { 'pubspec.yaml': 'name: shop' };
const header = 'java.lang.Error: no';

function membersOf({ text }: Pick<MarkedSource, 'text'>): Member[] {
	return text
		.trim()
		.split('\n\n')
		.map((member) => {
			const lines = member.split('\n').map((line) => {
				const [code = '', marks] = line.split(' //@ ');
				return { text: code, marks: marks === undefined ? [] : splitMarks(marks) };
			});
			const ofMember = lines.flatMap(({ marks }) => marks);
			return lines.map((line) => ({ ...line, ofMember }));
		});
}

const unmarked = (text: string): MarkedLine => ({ text, marks: [], ofMember: [] });

/** Splits marks at spaces that are followed by the name of a type. Names such as `new Mat` contain a space, too. */
function splitMarks(marks: string): string[] {
	return marks.split(/ (?=Cart\.init|Mat\.open\.)/);
}

const linesOf = (members: readonly Member[]): MarkedLine[] =>
	members.flatMap((member, index) => (index === 0 ? member : [unmarked(''), ...member]));

/** Whether the member is a constructor. Without one, the header of the class would hold the implicit constructor. */
const isConstructor = (member: Member) =>
	/^\s*(?:constructor|init|(?:public )?(?:Till|Store|Mat)\()/.test(member[0]?.text ?? '');

const isInType = (member: Member) => /^\s/.test(member[0]?.text ?? '');

function rewritten(members: readonly Member[], { more }: MarkedSource, random: Random): readonly Member[] {
	let result = [...members];
	for (let times = 1 + random.below(5); times > 0; times--) {
		const inType = [...result.keys()].filter((index) => isInType(result[index] ?? []));
		const at = inType[random.below(inType.length)] ?? 1;
		const member = result[at] ?? [];
		switch (random.below(5)) {
			case 0:
				result = isConstructor(member) ? result : [...result.slice(0, at), ...result.slice(at + 1)];
				break;
			case 1: {
				const rest = [...result.slice(0, at), ...result.slice(at + 1)];
				const places = [...rest.keys()].filter((index) => isInType(rest[index] ?? []));
				result = rest.toSpliced(places[random.below(places.length)] ?? 1, 0, member);
				break;
			}
			case 2:
				result = result.toSpliced(0, 0, [unmarked(`// Explained ${random.below(100)}`)]);
				break;
			default: {
				const added = more[random.below(more.length)] ?? '';
				result = result.toSpliced(at, 0, added.split('\n').map(unmarked));
			}
		}
	}
	return result;
}

function locate(source: MarkedSource, lines: readonly MarkedLine[], name: string, line1: number): Promise<Located> {
	const texts = { ...manifest, [source.path]: lines.map(({ text }) => text).join('\n') };
	return locateLast(texts, header, source.frame(name, line1));
}

function marksOf(lines: readonly MarkedLine[]): { readonly name: string; readonly line1: number }[] {
	return lines.flatMap(({ marks }, index) => marks.map((name) => ({ name, line1: index + 1 })));
}

describe('frames in source files that mark the expected lines', () => {
	for (const source of markedSources) {
		it(`locates each frame of the same build at its exact line: ${source.path}`, async () => {
			const lines = linesOf(membersOf(source));
			for (const { name, line1 } of marksOf(lines)) {
				const found = await locate(source, lines, name, line1);
				const isExact = found.kind === 'target' && found.target.line1 === line1;
				assert.ok(
					isExact && found.target.lineMapping.kind === 'asReported',
					`${source.frame(name, line1)}\n${described(found)}`,
				);
			}
		});
	}

	it('opens the wrong function without warning for at most 0.3% of the frames from older builds', async function () {
		this.timeout(240_000);
		const random = new Random(20_261_126);
		const wrong: string[] = [];
		let asked = 0;
		for (const source of markedSources) {
			const old = membersOf(source);
			for (let history = 0; history < histories; history++) {
				const now = linesOf(rewritten(old, source, random));
				for (const { name, line1 } of marksOf(linesOf(old)).filter(() => random.below(3) === 0)) {
					const found = await locate(source, now, name, line1);
					asked++;
					const isSilent = found.kind === 'target' && found.target.lineMapping.kind === 'asReported';
					if (isSilent && !now[found.target.line1 - 1]?.ofMember.includes(name)) {
						wrong.push(`${source.frame(name, line1)}: ${now[line1 - 1]?.text}`);
					}
				}
			}
		}
		assert.ok(wrong.length <= maxSilentlyWrong * asked, `${wrong.length} of ${asked}\n${wrong.join('\n')}`);
	});

	it('never opens a file for a frame from another application with the same file and function names', async () => {
		const others: readonly (readonly [RegExp, string])[] = [
			[/com\.example/, 'org.other'],
			[/Acme\./, 'Other.'],
			[/package:shop/, 'package:other'],
		];
		for (const source of markedSources) {
			const lines = linesOf(membersOf(source));
			for (const { name, line1 } of marksOf(lines)) {
				const frame = source.frame(name, line1);
				const renamed = others.reduce((text, [from, to]) => text.replace(from, to), frame);
				if (renamed !== frame) {
					const texts = { ...manifest, [source.path]: lines.map(({ text }) => text).join('\n') };
					const found = await locateLast(texts, header, renamed);
					assert.notEqual(found.kind, 'target', `${renamed}\n${described(found)}`);
				}
			}
		}
	});
});
