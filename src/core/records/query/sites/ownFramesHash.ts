import { type Hash, PiecesHash } from '../../../common/hash64';
import type { TraceGrouping } from '../../../stack/grouping/groupKey';
import type { OwnFrames } from '../../../stack/grouping/ownFrames';
import { needsMapping } from '../../../stack/mapping/traceNeeds';
import type { Frame } from '../../../stack/trace/model';
import { OpenSites } from './openSites';
import { SiteHash } from './siteHash';

/** Frames of one's own code that are looked at in one trace: more are a recursion without end. */
const maxFrames = 4096;
/** Traces with more of them are not compared. */
const maxCompared = 64;

interface FrameHashes {
	/** Undefined where the frame names no file. */
	readonly place: { readonly site: Hash; readonly file: Hash } | undefined;
	readonly label: Hash;
}

/** Reads the frames of one's own code of one trace after another. */
export class OwnFramesHash {
	/** The sites of the trace that was read last. */
	readonly sites: OpenSites = new OpenSites();
	/** Whether only a mapping would tell these. */
	isMinified = false;
	private readonly whole = new PiecesHash();
	private readonly site = new SiteHash();
	private readonly label = new PiecesHash();
	/** By the `link` of a frame: traces that mappings deobfuscated have most of them in common, as the same objects. */
	private readonly known = new WeakMap<object, FrameHashes>();

	/**
	 * Traces for which the same stands have the same sites, and the same key where that is made of own frames alone.
	 * @returns undefined for a trace that is not compared; the same object each time
	 */
	read({ ownFrames, isDeobfuscated }: TraceGrouping): Hash | undefined {
		const { whole, sites } = this;
		const { trace, decisive } = ownFrames;
		sites.clear();
		this.isMinified = false;
		whole.begin();
		whole.addText(trace.platform);
		whole.addText(decisive.header?.type ?? '');
		whole.addNumber(ofKey(ownFrames));
		let index = 0;
		for (; index < maxFrames && (index < maxCompared || !sites.isFull); index++) {
			const frame = ownFrames.at(index);
			if (!frame) {
				break;
			}
			this.isMinified ||= !isDeobfuscated && !sites.isFull && needsMapping(frame, trace);
			const { place, label } = isDeobfuscated ? this.knownHashes(frame) : this.hashes(frame);
			whole.addNumber(label.low);
			whole.addNumber(label.high);
			if (place) {
				whole.addNumber(place.site.low);
				whole.addNumber(place.site.high);
			}
			if (place && !sites.isFull) {
				sites.add(place.site, place.file);
			} else if (!place && index === 0) {
				sites.addNameless();
			}
		}
		whole.addNumber(Number(this.isMinified));
		whole.end();
		return index < maxCompared ? whole : undefined;
	}

	/** Of frames that mappings made. */
	private knownHashes(frame: Frame): FrameHashes {
		const { link } = frame;
		const known = link && this.known.get(link);
		if (known) {
			return known;
		}
		const { place, label } = this.hashes(frame);
		const hashes = { place: place && { site: copy(place.site), file: copy(place.file) }, label: copy(label) };
		if (link) {
			this.known.set(link, hashes);
		}
		return hashes;
	}

	/** Good until the next frame. */
	private hashes(frame: Frame): FrameHashes {
		const place = this.site.of(frame) ? this.site : undefined;
		const { kind, enclosing } = frame;
		const isOfSite = place !== undefined && kind !== 'javascript' && enclosing !== undefined && enclosing.type !== '';
		return { place, label: isOfSite ? none : this.hashOfLabel(frame) };
	}

	/** What a label is made of that no site tells. */
	private hashOfLabel({ kind, file = '', enclosing, method = '', image, position }: Frame): Hash {
		const { label } = this;
		label.begin();
		label.addText(kind);
		label.addText(file);
		label.addText(method);
		label.addText(image?.name ?? '');
		label.addText(position?.kind ?? '');
		if (enclosing) {
			label.addText(enclosing.type);
			label.addText(enclosing.method);
		}
		label.end();
		return label;
	}
}

const none: Hash = { low: 0, high: 0 };

function copy({ low, high }: Hash): Hash {
	return { low, high };
}

/** How many of the frames the key is made of, before others are asked for. */
function ofKey(frames: OwnFrames): number {
	let count = 0;
	while (count < maxFrames && frames.ofKeyAt(count)) {
		count++;
	}
	return count;
}
