import { type CooperativeTask, visitEach } from '../../../common/cooperativeTask';
import type { Trace } from '../../trace/model';
import { type Fit, fitThreshold } from '../result/fit';
import type { ClassMapping, ClassNames, MethodChains } from './classMapping';
import { isGivenMethod, isGivenType } from './givenNames';
import { minifiedHeads } from './heads';
import { narrow } from './inlineChains';
import { KnownFrames, type KnownSection } from './knownFrames';
import type { KnownFrame, KnownPlace } from './knownRun';
import type { MapHeader } from './mapHeader';
import { compareMapId } from './mapId';
import type { MinifiedFrame } from './sourcePlaces';

/**
 * Minimum number of frames for `strictThreshold`, which is high because other builds' mappings match most frames by
 * chance.
 */
const minFrames = 4;
const strictThreshold = 0.95;

/** Maximum number of frames to examine. More frames would not change the result. */
const maxFrames = 1000;

/** Maximum number of frames outside a run (cached sequence of frames) for which `fitOfRun` is used. */
const maxSingles = 64;

interface FitEvidence {
	readonly headers: readonly MapHeader[];
	readonly ofVersion: boolean;
	readonly known?: KnownFrames | undefined;
}

/**
 * Returns a score for how well the mapping fits the trace. A high score is no proof, because every mapping contains
 * short names and small numbers. Only a matching ID is proof.
 */
export function* retraceFit(
	trace: Trace,
	names: ClassNames,
	{ headers, ofVersion, known = new KnownFrames(names) }: FitEvidence,
): CooperativeTask<Fit> {
	const byId = compareMapId(getMapId(trace), headers);
	const sections = (yield* known.inTrace(trace)).filter((_, index) => trace.sections[index]?.platform === 'jvm');
	const quick = fitOfRun(sections);
	if (quick !== undefined && byId !== 'other') {
		return { kind: 'fits', by: byId === 'same' ? 'mapId' : ofVersion ? 'version' : 'names', score: quick };
	}
	const frames = yield* applicationFrames(sections, known);
	let explained = 0;
	let counted = 0;
	let tooMuch = false;
	for (const one of frames) {
		if (!one.speaks) {
			yield;
			one.speaks = { answer: speaksFor(one.frame, names) };
		}
		const speaks = one.speaks.answer;
		explained += Number(speaks === true);
		counted += Number(speaks !== undefined);
		tooMuch ||= speaks === undefined && hasTooMuch(one.frame, names);
	}
	const score = counted === 0 ? 0 : explained / counted;
	switch (byId) {
		case 'same':
			return { kind: 'fits', by: 'mapId', score: counted === 0 ? 1 : score };
		case 'other':
			return { kind: 'doesNotFit', reason: 'otherMapId', score };
		case 'unknown':
	}
	const heads = (yield* minifiedHeads(trace)).filter((type) => names.classes(type).length > 0);
	if (counted === 0 && heads.length > 0) {
		return ofVersion ? { kind: 'fits', by: 'version', score: 1 } : { kind: 'doesNotFit', reason: 'unproven', score: 0 };
	}
	if (counted === 0 ? frames.length > 0 : !isEnough(score, counted)) {
		const original = frames.filter(({ frame }) => names.hasOriginal(frame.type)).length;
		const reason = original > frames.length / 2 ? 'notMinified' : tooMuch ? 'tooMuch' : 'fewFound';
		return { kind: 'doesNotFit', reason, score };
	}
	return counted === 0 ? { kind: 'nothingToMap' } : { kind: 'fits', by: ofVersion ? 'version' : 'names', score };
}

function isEnough(score: number, counted: number): boolean {
	return score >= (counted < minFrames ? fitThreshold : strictThreshold);
}

/** Returns the score of a cached sequence and a few other frames, or undefined if each frame needs its own score. */
function fitOfRun(sections: readonly KnownSection[]): number | undefined {
	const count = sections.reduce((sum, { runs }) => sum + runs.length, 0);
	const speaks = count === 1 ? sections.find(({ runs }) => runs.length > 0)?.runs[0]?.run.speaks : undefined;
	if (!speaks) {
		return undefined;
	}
	let { explained, counted } = speaks;
	const singles = new Set<KnownPlace>();
	for (const { lines, runs } of sections) {
		const [own] = runs;
		for (let index = 0; index < lines.length; index++) {
			if (index === own?.first) {
				index += own.run.frames.length;
			}
			const one = lines[index];
			if (one) {
				if (!one.speaks || singles.size >= maxSingles || singles.has(one.place) || speaks.places.has(one.place)) {
					return undefined;
				}
				singles.add(one.place);
				explained += Number(one.speaks.answer === true);
				counted += Number(one.speaks.answer !== undefined);
			}
		}
	}
	const score = counted === 0 ? 0 : explained / counted;
	return counted > 0 && isEnough(score, counted) ? score : undefined;
}

export function getMapId(trace: Trace): string | undefined {
	for (const { lines } of trace.sections) {
		for (const line of lines) {
			if (line.kind !== 'raw' && line.mapId !== undefined) {
				return line.mapId;
			}
		}
	}
	return undefined;
}

function hasTooMuch(frame: MinifiedFrame, names: ClassNames): boolean {
	return names.classes(frame.type).some((section) => methodsIn(section, frame) === undefined);
}

function methodsIn(section: ClassMapping, { method, position }: MinifiedFrame): readonly MethodChains[] | undefined {
	return section.unread ? undefined : section.methods(method, position);
}

/** Returns each distinct frame once, because a repeated frame is no additional evidence. */
function* applicationFrames(
	sections: readonly KnownSection[],
	known: KnownFrames,
): CooperativeTask<readonly KnownFrame[]> {
	const frames: KnownFrame[] = [];
	const list = known.newList();
	for (const { lines } of sections) {
		yield;
		yield* visitEach(lines, (one) => {
			if (one && frames.length < maxFrames) {
				const { place } = one;
				if (place.list !== list) {
					place.list = list;
					place.index = frames.length;
				}
				frames[place.index] = one;
			}
		});
	}
	return frames;
}

/**
 * Returns true if the frame is evidence for the mapping and false if it is evidence against the mapping. Otherwise
 * returns undefined.
 */
function speaksFor(frame: MinifiedFrame, names: ClassNames): boolean | undefined {
	const classes = names.classes(frame.type);
	if (classes.length === 0) {
		// A mapping may omit classes with unchanged names, so only a missing class with a generated name is evidence.
		return isGivenType(frame.type) ? false : undefined;
	}
	const opinions = classes.map((section) => knows(section, frame, names));
	return opinions.includes(true) || (opinions.includes(undefined) ? undefined : false);
}

function knows(section: ClassMapping, frame: MinifiedFrame, names: ClassNames): boolean | undefined {
	const methods = methodsIn(section, frame);
	if (!methods) {
		return undefined;
	}
	if (methods.length === 0) {
		return lacks(section, frame);
	}
	const source = names.sourceFile(section.original);
	if (isSource(frame.file) && isSource(source) && frame.file !== source) {
		return false;
	}
	// The mapping must contain the position that is printed in the trace, even if an outline changes it later.
	return narrow(methods, frame.position, undefined).kind !== 'outside';
}

/**
 * Returns false if a missing method is evidence against the mapping: The method or its class was renamed, so the right
 * mapping would contain the method. Otherwise returns undefined, because a mapping may omit methods with unchanged
 * names.
 */
function lacks({ original, minified }: ClassMapping, { method, line1 }: MinifiedFrame): false | undefined {
	const retained = !isGivenMethod(method) && (original === minified || line1 === undefined);
	return retained ? undefined : false;
}

function isSource(file: string | undefined): boolean {
	return file !== undefined && /\.(?:java|kts?|scala|groovy)$/.test(file);
}
