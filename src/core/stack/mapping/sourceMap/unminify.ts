import type { CooperativeTask } from '../../../common/cooperativeTask';
import { javascriptMember } from '../../names/javascriptNames';
import { embeddedBundles } from '../../trace/bundledFrame';
import { lastSegment, withoutQuery } from '../../trace/characters';
import type { Frame, Section, Trace } from '../../trace/model';
import { type Fit, fitThreshold } from '../result/fit';
import {
	headerLines,
	type MappedLine,
	type MappedSection,
	type MappedTrace,
	type MappingGap,
	unmappedLine,
	unmappedSection,
} from '../result/mapped';
import { TraceAllowance, type TraceLimits, usualTraceLimits } from '../result/traceAllowance';
import type { BundlePlace, SourceMapFile, SourceMapLookup } from './sourceMapFile';

type MapOfBundle = (bundle: string) => Pick<SourceMapFile, 'bytecode' | 'lookup'> | undefined;

/** Returns the base name of a bundle. Omits the folder and query string, which differ between devices and requests. */
export function bundleName(file: string): string {
	return lastSegment(withoutQuery(file));
}

/**
 * Returns the bundle of frames such as `total@1:132161`. React Native omits the file name when it passes an error to
 * the platform.
 */
export function unnamedBundle({ sections, lines }: Trace): string | undefined {
	for (const { platform, header } of sections) {
		const title = header ? (lines[header.firstLine] ?? '').slice(0, maxTitleLength) : '';
		if (platform === 'jvm' || title.includes('JavascriptException')) {
			return embeddedBundles.android;
		}
		if (platform === 'apple' || title.includes('Unhandled JS Exception')) {
			return embeddedBundles.apple;
		}
	}
	return undefined;
}

const maxTitleLength = 200;

export function* unminify(
	trace: Trace,
	mapOf: MapOfBundle,
	limits: TraceLimits = usualTraceLimits,
): CooperativeTask<MappedTrace> {
	const allowance = new TraceAllowance(limits);
	const unnamed = unnamedBundle(trace);
	const sections: MappedSection[] = [];
	for (const section of trace.sections) {
		if (!hasScript(section)) {
			sections.push(yield* unmappedSection(section, trace));
			continue;
		}
		const lines: MappedLine[] = [];
		for (const line of section.lines) {
			yield;
			lines.push(unminifyLine(line, lookupOf(line, mapOf, unnamed), allowance));
		}
		const { platform, header } = section;
		sections.push({ platform, header, headerLines: headerLines(header, trace), lines });
	}
	const { leftOut } = allowance;
	return { platform: trace.platform, sections, ...(leftOut && { leftOut }) };
}

export function* sourceMapFit(trace: Trace, mapOf: MapOfBundle): CooperativeTask<Fit> {
	const points = new Map<string, number>();
	const unnamed = unnamedBundle(trace);
	for (const section of trace.sections) {
		for (const line of section.lines) {
			yield;
			const lookup = lookupOf(line, mapOf, unnamed);
			if (lookup && line.kind !== 'raw') {
				points.set(`${line.file}:${line.line1}:${line.column1 ?? line.position?.offset}`, pointsOf(lookup, line));
			}
		}
	}
	if (points.size === 0) {
		return { kind: 'nothingToMap' };
	}
	const score = [...points.values()].reduce((sum, point) => sum + point, 0) / points.size;
	return score < fitThreshold
		? { kind: 'doesNotFit', reason: 'fewFound', score }
		: { kind: 'fits', by: 'positions', score };
}

/**
 * Returns the score of a frame. V8 and Hermes report the start of a call, so their frames get the full score only for
 * an exact match.
 */
function pointsOf(lookup: Lookup, { text }: Frame): number {
	if (lookup.kind !== 'found') {
		return lookup.reason === 'noSource' ? 0.5 : 0;
	}
	return lookup.exact || !isV8(text) ? 1 : 0.4;
}

function hasScript({ lines }: Section): boolean {
	return lines.some(({ kind }) => kind === 'javascript');
}

type Lookup = Extract<SourceMapLookup, { kind: 'found' }> | { readonly kind: 'notFound'; readonly reason: MappingGap };

function lookupOf(line: Section['lines'][number], mapOf: MapOfBundle, unnamed: string | undefined): Lookup | undefined {
	const file = line.kind === 'javascript' ? (line.file ?? unnamed) : undefined;
	if (file === undefined || line.kind === 'raw') {
		return undefined;
	}
	const map = mapOf(bundleName(file));
	if (!map) {
		return undefined;
	}
	if (line.position?.kind === 'bytecode' && !map.bytecode) {
		return { kind: 'notFound', reason: 'composedMapNeeded' };
	}
	const place = getPlace(line, map.bytecode);
	return place && map.lookup(place);
}

/**
 * Returns the position in the bundle. If the bundle is bytecode or the frame has no file name, the column is already
 * zero-based.
 */
function getPlace({ file, line1, column1, position }: Frame, bytecode: boolean): BundlePlace | undefined {
	if (position?.kind === 'bytecode') {
		return { line1: line1 ?? 1, column0: position.offset };
	}
	if (line1 === undefined) {
		return undefined;
	}
	return { line1, column0: column1 === undefined || bytecode || file === undefined ? column1 : column1 - 1 };
}

function unminifyLine(
	line: Section['lines'][number],
	lookup: Lookup | undefined,
	allowance: TraceAllowance,
): MappedLine {
	if (!lookup || line.kind === 'raw') {
		return unmappedLine(line);
	}
	if (lookup.kind === 'notFound') {
		return { ...unmappedLine(line), gap: lookup.reason };
	}
	const { path, functionName = '', library } = lookup;
	if (
		allowance.ended ||
		!allowance.take({ frames: 0, characters: path.length + functionName.length - line.text.length })
	) {
		return allowance.end(line);
	}
	const frames = [{ frame: frameAt(lookup, line), fileInferred: false, library }];
	return { source: line, outcome: 'mapped', frames, alternatives: [], moreAlternatives: 0 };
}

function frameAt({ path, line1, column1, functionName }: Extract<Lookup, { kind: 'found' }>, source: Frame): Frame {
	const { type, method, enclosing } = functionName === undefined ? source : javascriptMember(functionName);
	const where = `${path}:${line1}:${column1}`;
	const lead = functionName === undefined ? leadOf(source) : leadFor(functionName, source);
	const close = lead.endsWith('(') ? ')' : '';
	return {
		kind: 'javascript',
		line: source.line,
		text: lead + where + close,
		...(type && { type }),
		...(method !== undefined && { method }),
		...(enclosing && { enclosing }),
		file: path,
		line1,
		column1,
		flags: source.flags,
		link: { start: lead.length, end: lead.length + where.length },
	};
}

function leadOf(source: Frame): string {
	const { link, method, text } = source;
	return link ? text.slice(0, link.start).replace(/address at $/, '') : leadFor(method ?? '', source);
}

function leadFor(name: string, { text, flags }: Frame): string {
	const [indentation = ''] = /^\s*/.exec(text) ?? [];
	const async = flags.includes('async') ? 'async ' : '';
	return isV8(text) ? `${indentation}at ${async}${name} (` : `${indentation}${name}@`;
}

function isV8(text: string): boolean {
	return /^\s*at\s/.test(text);
}
