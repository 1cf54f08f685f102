type FaultValueKind = 'count' | 'text';

interface Fault {
	readonly name: string;
	readonly meaning: string;
	readonly value?: {
		readonly kind: FaultValueKind;
		readonly meaning: string;
		readonly usual?: string;
	};
}

const retryAfter = { kind: 'text', meaning: 'the Retry-After header; none without a value' } as const;

/** Failures and deviations from the service document that also occur with real services. */
export const faults = [
	{
		name: 'queued',
		meaning: 'Answers 202 before the records, without a percentage',
		value: { kind: 'count', meaning: 'polls of the same URL before the records', usual: '3' },
	},
	{
		name: 'queuedWithPercent',
		meaning: 'Answers 202 before the records, with a growing percentage',
		value: { kind: 'count', meaning: 'polls of the same URL before the records', usual: '3' },
	},
	{
		name: 'queuedForever',
		meaning: 'Answers 202 to every poll',
		value: { kind: 'count', meaning: 'the percentage that never grows', usual: '99' },
	},
	{
		name: 'cached',
		meaning: 'Answers a repeated request with the records of the first, unless the request disables the cache',
		value: { kind: 'count', meaning: 'hours until the records are looked up again; 0 for never', usual: '24' },
	},
	{ name: 'queueText', meaning: 'Answers 200 with a sentence about the queue in place of the records' },

	{ name: 'throttle429', meaning: 'Answers 429', value: retryAfter },
	{ name: 'throttle420', meaning: 'Answers 420', value: retryAfter },
	{ name: 'throttle503', meaning: 'Answers 503', value: retryAfter },
	{
		name: 'status',
		meaning: 'Answers with a status of your choice and a line of plain text',
		value: { kind: 'count', meaning: 'the status: 403, 404, 413, 500, 502…', usual: '500' },
	},
	{
		name: 'badRequestText',
		meaning: 'Answers 400 in plain text',
		value: { kind: 'text', meaning: 'the text', usual: 'Query is not valid' },
	},
	{
		name: 'badRequestJson',
		meaning: 'Answers 400 with an object of errors',
		value: { kind: 'text', meaning: 'the message', usual: 'Query is not valid' },
	},
	{
		name: 'tooLarge',
		meaning: 'Answers 400 and asks for more parts until the range is short enough',
		value: { kind: 'count', meaning: 'the longest range that is answered, in days', usual: '1' },
	},
	{
		name: 'tokenDies',
		meaning: 'Answers 401 from some request on, until there is a new token',
		value: { kind: 'count', meaning: 'requests that the token still works for', usual: '1' },
	},

	{
		name: 'cutAfter',
		meaning: 'Resets the connection in the middle of the body',
		value: { kind: 'count', meaning: 'bytes that are sent before', usual: '4096' },
	},
	{
		name: 'gzipCutAfter',
		meaning: 'Compresses the body and ends it early',
		value: { kind: 'count', meaning: 'compressed bytes that are sent before', usual: '1024' },
	},
	{
		name: 'noLastChunk',
		meaning: 'Closes the connection properly, but without the last chunk',
		value: { kind: 'count', meaning: 'bytes that are sent before', usual: '4096' },
	},
	{
		name: 'shorterThanAnnounced',
		meaning: 'Announces a Content-Length and sends less',
		value: { kind: 'count', meaning: 'bytes that are missing', usual: '100' },
	},
	{
		name: 'trickle',
		meaning: 'Sends the body slowly',
		value: { kind: 'count', meaning: 'bytes a second', usual: '2048' },
	},
	{
		name: 'stallAfter',
		meaning: 'Stops in the middle of the body and keeps the connection open',
		value: { kind: 'count', meaning: 'bytes that are sent before', usual: '4096' },
	},
	{ name: 'silence', meaning: 'Accepts the request and never answers' },

	{ name: 'noRecords', meaning: 'Finds no records: an empty list, or a CSV of its header alone' },
	{ name: 'emptyBody', meaning: 'Answers 200 with nothing at all' },
	{ name: 'loginPage', meaning: 'Answers 200 with an HTML page that asks to sign in' },
	{
		name: 'redirect',
		meaning: 'Redirects to another path of this service',
		value: { kind: 'count', meaning: 'redirects one after the other', usual: '1' },
	},
	{
		name: 'redirectElsewhere',
		meaning: 'Redirects to another origin, which must never see the token',
		value: { kind: 'text', meaning: 'the address; another name of this machine without one' },
	},

	{ name: 'gzipAlways', meaning: 'Compresses the body even if that was not asked for' },
	{ name: 'announceLength', meaning: 'Counts the body first and announces its Content-Length' },
	{ name: 'byteOrderMark', meaning: 'Starts with a byte order mark even if none was asked for' },
	{ name: 'wrongCharset', meaning: 'Labels the UTF-8 body as windows-1251' },
	{ name: 'lineEndsCrLf', meaning: 'Ends the lines of a CSV with CR LF' },
	{ name: 'bareNumbers', meaning: 'Writes numbers in JSON without quotes, and null where there is none' },
	{ name: 'unknownMembers', meaning: 'Adds members to JSON that nobody asked for' },
	{ name: 'columnsReversed', meaning: 'Sends the fields in the opposite order' },
	{ name: 'wrongHeader', meaning: 'Sends the last field under another name' },
	{ name: 'raggedRows', meaning: 'Sends some CSV rows with a cell too few or too many' },

	{ name: 'shuffled', meaning: 'Sends the records in another order at each request' },
	{ name: 'endExclusive', meaning: 'Leaves out the last second of a range' },
	{ name: 'startExclusive', meaning: 'Leaves out the first second of a range' },
	{
		name: 'edgeDuplicates',
		meaning: 'Answers for a longer range than asked, so that neighbouring ranges share records',
		value: { kind: 'count', meaning: 'further seconds at each end', usual: '600' },
	},
	{
		name: 'serverLimit',
		meaning: 'Sends no more than a number of records and does not say so',
		value: { kind: 'count', meaning: 'the number of records', usual: '1000' },
	},
	{
		name: 'shardsUnavailable',
		meaning: 'Answers 503, or leaves out a hundredth of the records if unavailable shards may be skipped',
	},

	{
		name: 'listing',
		meaning: 'Sends the list of applications in another shape',
		value: { kind: 'text', meaning: 'array, data, ids, byId, odd, empty or html', usual: 'array' },
	},
] as const satisfies readonly Fault[];

export type FaultName = (typeof faults)[number]['name'];

export type CountFaultName = Extract<(typeof faults)[number], { value: { kind: 'count' } }>['name'];

export const listingShapes = ['array', 'data', 'ids', 'byId', 'odd', 'empty', 'html'] as const;
