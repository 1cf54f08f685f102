import { isObject, parseJson } from '../../common/parseJson';
import { cut, plainText } from '../../common/plainText';

const maxNested = 3;
/**
 * Names of JSON members whose objects are also searched for error messages and hints, up to `maxNested` levels deep.
 */
const containers = /^(?:meta(?:data)?|info|result|response|headers?|pag(?:e|ing|ination)|_?links|summary)$/;

const errorNames =
	/^(?:err(?:or|ors)?|exceptions?|faults?|failures?|failed|(?:err(?:or)?|fault|failure|exception)_.+|messages?|msg|reason|details?|(?:result_|response_|http_)?code|(?:http_)?status(?:_code|_text|_message)?|has_errors?|is_error)$/;
const successNames = /^(?:is_|was_)?(?:ok|success(?:ful)?|succeeded)$/;

const moreNames =
	/^(?:has_(?:more|next)(?:_.+)?|more|(?:is_)?(?:truncated|partial|incomplete|sampled|limited)|contains_sampled_data|limit_reached|timed_out|warnings?|(?:.+_)?next(?:_(?:page|url|uri|link|href|cursor|token|page_token|offset|marker|key))?|continuation(?:_token)?|(?:skipped|unavailable|missing|failed)_(?:shards|parts|rows|records))$/;
const wholeNames = /^(?:is_)?(?:complete|last|last_page|final)$/;
const totalNames =
	/^(?:total|(?:total|num|number_of)_(?:rows|count|records|results|items|hits)|(?:rows|records|row|record)_(?:total|count)|rows_before_limit_at_least|count|rows|records|found)$/;
const pagesNames = /^(?:total_pages|pages|page_count)$/;
const limitNames = /^(?:limit|max_rows|maximum|page_size|per_page)$/;
const shareNames = /^(?:sample_share|sample_rate|sampling_rate)$/;

const success =
	/^(?:ok(?:ay)?|success(?:ful(?:ly)?)?|succeeded|done|ready|complete[d]?|finished|processed|none|null|no errors?|true|0|2\d\d(?: \w+)?)[.!]?$/i;
const speaksOfSuccess = /\b(?:success(?:ful(?:ly)?)?|succeeded|completed)\b/i;
const speaksOfNoTrouble = /\b(?:no|without|0) (?:errors?|warnings?|problems?)\b/gi;
const speaksOfTrouble = /\b(?:not|no|without|fail\w*|err\w*|warn\w*|part\w*|incomplete|truncat\w*|but|except\w*)\b/i;
const speaksOfParts = /^(?:partial\w*|incomplete|truncated|sampled|limited)$/i;
const no = /^(?:|0|no|none|null|false|n\/a|-)$/i;

const maxNameLength = 64;

interface Member {
	readonly name: string;
	readonly value: unknown;
}

const longValue = Symbol();

/**
 * Searches the members next to the record list in a JSON response for error messages and for hints that records are
 * missing. These members are undocumented, so this class recognizes common names and values.
 */
export class EnvelopeMembers {
	private readonly messages: string[] = [];
	private readonly members: Member[] = [];
	private readonly lists: string[] = [];

	constructor(private readonly fields: readonly string[]) {}

	/** Error messages in the format `name: words`, where `words` is text from the service. */
	get errors(): readonly string[] {
		return this.messages;
	}

	/** @param text Raw JSON of the value, or undefined if the value is too long to buffer. */
	note(name: string, text: string | undefined): void {
		const parsed = text === undefined ? longValue : parseJson(text);
		const value = parsed === undefined ? text : parsed;
		this.noteValue(name, value, 0);
		if (text === undefined || this.looksLikeRecords(value)) {
			this.lists.push(cut(plainText(name), maxNameLength));
		}
	}

	hints(rows: number): readonly string[] {
		const hints = this.members.filter((member) => isHint(member, rows)).map(({ name }) => name);
		return [...new Set([...hints, ...(rows === 0 ? this.lists : [])])];
	}

	private noteValue(given: string, value: unknown, depth: number): void {
		const name = snakeCase(given);
		const parts = typeof value === 'string' && speaksOfParts.test(value.trim());
		if (
			successNames.test(name)
				? isNo(value)
				: errorNames.test(name) && !parts && !isGood(value) && !(name === 'status' && isYes(value))
		) {
			this.messages.push(`${name}: ${wordsOf(value)}`);
			return;
		}
		this.members.push({ name, value: errorNames.test(name) ? parts : value });
		if (containers.test(name) && isObject(value) && depth < maxNested) {
			for (const [inner, innerValue] of Object.entries(value)) {
				this.noteValue(inner, innerValue, depth + 1);
			}
		}
	}

	private looksLikeRecords(value: unknown): boolean {
		const [first]: unknown[] = Array.isArray(value) ? value : [];
		return isObject(first) && this.fields.some((field) => Object.hasOwn(first, field));
	}
}

function isHint({ name, value }: Member, rows: number): boolean {
	const count = countIn(value);
	return (
		(moreNames.test(name) && !isNo(value)) ||
		(wholeNames.test(name) && value !== null && isNo(value)) ||
		(totalNames.test(name) && count > rows) ||
		(pagesNames.test(name) && count > 1) ||
		(limitNames.test(name) && count > 0 && count === rows) ||
		(shareNames.test(name) && count < 1) ||
		(errorNames.test(name) && value === true)
	);
}

function countIn(value: unknown): number {
	const digits = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value);
	return typeof value === 'number' || digits ? Number(value) : Number.NaN;
}

function isGood(value: unknown): boolean {
	switch (typeof value) {
		case 'string':
			return isGoodText(value.trim());
		case 'number':
			return value === 0 || (value >= 200 && value < 300);
		case 'boolean':
			return !value;
		case 'object':
			return value === null || Object.values(value).every(isGood);
		default:
			return false;
	}
}

function isYes(value: unknown): boolean {
	return value === true || value === 1;
}

function isGoodText(text: string): boolean {
	const rest = text.replace(speaksOfNoTrouble, '');
	return no.test(text) || success.test(text) || (speaksOfSuccess.test(text) && !speaksOfTrouble.test(rest));
}

function isNo(value: unknown): boolean {
	switch (typeof value) {
		case 'string':
			return no.test(value.trim());
		case 'object':
			return value === null || Object.keys(value).length === 0;
		default:
			return value === false || value === 0;
	}
}

function wordsOf(value: unknown): string {
	const texts = textsIn(value);
	return texts.length > 0 ? texts.join('; ') : value === longValue ? '…' : JSON.stringify(value);
}

function textsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function snakeCase(name: string): string {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1_$2')
		.replace(/[\s.@-]+/g, '_')
		.replace(/^_+(?!links$)/, '')
		.toLowerCase();
}
