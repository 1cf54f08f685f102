import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import type { ClassNames } from '../../../../../../src/core/stack/mapping/r8/classMapping';
import { type ClassEntry, type ClassIndex, ClassScan } from '../../../../../../src/core/stack/mapping/r8/classScan';
import { ClassSection } from '../../../../../../src/core/stack/mapping/r8/classSection';
import { retrace } from '../../../../../../src/core/stack/mapping/r8/retrace';
import type { MappedLine, MappedTrace } from '../../../../../../src/core/stack/mapping/result/mapped';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/plainLines';
import type { TraceLimits } from '../../../../../../src/core/stack/mapping/result/traceAllowance';
import type { Trace } from '../../../../../../src/core/stack/trace/model';
import { javaTrace } from './javaTrace';

export function indexOf(mapping: string): ClassIndex {
	const bytes = Buffer.from(mapping);
	const scan = new ClassScan();
	scan.push(bytes, 0);
	return scan.finish(bytes.length);
}

export function getNames(mapping: string): ClassNames {
	const bytes = Buffer.from(mapping);
	const { byMinified, sourceFiles } = indexOf(mapping);
	const read = new Map<ClassEntry, ClassSection>();
	const sectionOf = (entry: ClassEntry) => {
		const section = read.get(entry) ?? new ClassSection(bytes.toString('utf8', entry.start, entry.end), entry);
		read.set(entry, section);
		return section;
	};
	return {
		classes: (minified) => (byMinified.get(minified) ?? []).map(sectionOf),
		sourceFile: (original) => sourceFiles.get(original),
		hasOriginal: (name) => sourceFiles.has(name),
	};
}

export function retraced(trace: Trace, names: ClassNames, limits?: TraceLimits): MappedTrace {
	return runSynchronously(retrace(trace, names, limits));
}

/** Returns the retraced text with ` <or> ` between the alternatives of a line. */
export function retraceText(mapping: string, text: string): string {
	const trace = javaTrace(text);
	const mapped = retraced(trace, getNames(mapping));
	const plain = runSynchronously(plainTrace(mapped));
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
