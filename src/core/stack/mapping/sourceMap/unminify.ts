import type { Steps } from '../../../common/steps';
import { javascriptMember } from '../../names/javascriptNames';
import { lastSegment, withoutQuery } from '../../trace/characters';
import type { Frame, Section, Trace } from '../../trace/model';
import { type Fit, fitThreshold } from '../result/fit';
import {
	headerLines,
	keptLine,
	keptSection,
	type MappedLine,
	type MappedSection,
	type MappedTrace,
	type MappingGap,
} from '../result/mapped';
import { TraceAllowance, type TraceLimits, usualTraceLimits } from '../result/traceAllowance';
import type { BundlePlace, SourceMapFile, SourceMapLookup } from './sourceMapFile';

/** The map of a bundle, by the bundle's base name; undefined for what is no bundle or has no map. */
type MapOfBundle = (bundle: string) => Pick<SourceMapFile, 'bytecode' | 'lookup'> | undefined;

/** Base name of the bundle that a frame is in: what is before it differs by device, what is after a `?` by request. */
export function bundleName(file: string): string {
	return lastSegment(withoutQuery(file));
}

/** Turns the JavaScript frames of a trace back, line by line; other lines stay as they are. */
export function* unminify(
	trace: Trace,
	mapOf: MapOfBundle,
	limits: TraceLimits = usualTraceLimits,
): Steps<MappedTrace> {
	const allowance = new TraceAllowance(limits);
	const sections: MappedSection[] = [];
	for (const section of trace.sections) {
		if (!hasScript(section)) {
			sections.push(yield* keptSection(section, trace));
			continue;
		}
		const lines: MappedLine[] = [];
		for (const line of section.lines) {
			yield;
			lines.push(unminifyLine(line, mapOf, allowance));
		}
		const { platform, header } = section;
		sections.push({ platform, header, headerLines: headerLines(header, trace), lines });
	}
	const { leftOut } = allowance;
	return { platform: trace.platform, sections, ...(leftOut && { leftOut }) };
}

/** How well source maps explain the frames that are in their bundles. */
export function* sourceMapFit(trace: Trace, mapOf: MapOfBundle): Steps<Fit> {
	const points = new Map<string, number>();
	for (const section of trace.sections) {
		for (const line of section.lines) {
			yield;
			const lookup = lookupOf(line, mapOf);
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
 * Almost every place of a bundle leads somewhere in any map of it. V8 and Hermes name the beginning of a call, where the
 * right map has an entry; in a wrong one that is chance. JavaScriptCore names the middle.
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

/** Undefined for lines that are in no bundle with a map. */
function lookupOf(line: Section['lines'][number], mapOf: MapOfBundle): Lookup | undefined {
	if (line.kind !== 'javascript' || line.file === undefined) {
		return undefined;
	}
	const map = mapOf(bundleName(line.file));
	if (!map) {
		return undefined;
	}
	if (line.position?.kind === 'bytecode' && !map.bytecode) {
		return { kind: 'notFound', reason: 'composedMapNeeded' };
	}
	const place = placeOf(line, map.bytecode);
	return place && map.lookup(place);
}

/**
 * `address at` is followed by an offset from 0, everything else by a column from 1. Some reporters leave the words out:
 * in a bundle of bytecode the number is an offset all the same.
 */
function placeOf({ line1, column1, position }: Frame, bytecode: boolean): BundlePlace | undefined {
	if (position?.kind === 'bytecode') {
		return { line1: line1 ?? 1, column0: position.offset };
	}
	if (line1 === undefined) {
		return undefined;
	}
	return { line1, column0: column1 === undefined || bytecode ? column1 : column1 - 1 };
}

function unminifyLine(line: Section['lines'][number], mapOf: MapOfBundle, allowance: TraceAllowance): MappedLine {
	const lookup = lookupOf(line, mapOf);
	if (!lookup || line.kind === 'raw') {
		return keptLine(line);
	}
	if (lookup.kind === 'notFound') {
		return { ...keptLine(line), gap: lookup.reason };
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

/** What is before the place in a frame, which stays as it is. */
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
