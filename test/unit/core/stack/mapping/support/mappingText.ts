import { type MappedLine, plainTrace } from '../../../../../../src/core/stack/mapping/mapped';
import type { ClassNames } from '../../../../../../src/core/stack/mapping/r8/classMapping';
import { type ClassIndex, ClassScan } from '../../../../../../src/core/stack/mapping/r8/classScan';
import { ClassSection } from '../../../../../../src/core/stack/mapping/r8/classSection';
import { retrace } from '../../../../../../src/core/stack/mapping/r8/retrace';
import { javaTrace } from './javaTrace';

export function indexOf(mapping: string): ClassIndex {
	const bytes = Buffer.from(mapping);
	const scan = new ClassScan();
	scan.push(bytes, 0);
	return scan.finish(bytes.length);
}

/** A mapping file that is all in memory. */
export function namesOf(mapping: string): ClassNames {
	const bytes = Buffer.from(mapping);
	const { byMinified, sourceFiles } = indexOf(mapping);
	return {
		classes: (minified) =>
			(byMinified.get(minified) ?? []).map(
				(entry) => new ClassSection(bytes.toString('utf8', entry.start, entry.end), entry),
			),
		sourceFile: (original) => sourceFiles.get(original),
		hasOriginal: (name) => sourceFiles.has(name),
	};
}

/** The trace of the unminified program, with ` <or> ` between what a line may stand for. */
export function retraceText(mapping: string, text: string): string {
	const trace = javaTrace(text);
	const mapped = retrace(trace, namesOf(mapping));
	const plain = plainTrace(mapped);
	const lines = [...plain.lines];
	const alternatives = mapped.sections
		.flatMap(({ lines: all }) => all)
		.flatMap((line) => (line.alternatives.length === 0 ? [] : [othersOf(line)]));
	return [...lines, ...alternatives].join('\n');
}

function othersOf({ alternatives, moreAlternatives }: MappedLine): string {
	const others = alternatives.map((frames) => frames.map(({ frame }) => frame.text.trim().slice(3)).join(' < '));
	return `or ${others.join(' | ')}${moreAlternatives > 0 ? ` and ${moreAlternatives} more` : ''}`;
}
