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

const retryAfter = { kind: 'text', meaning: 'value of Retry-After; omitted without a value' } as const;

export const faults = [
	{
		name: 'queued',
		meaning: 'Responds with 202 before the records, without a percentage',
		value: { kind: 'count', meaning: 'polls of the same URL before the records', usual: '3' },
	},
	{
		name: 'queuedWithPercent',
		meaning: 'Responds with 202 before the records, with an increasing percentage',
		value: { kind: 'count', meaning: 'polls of the same URL before the records', usual: '3' },
	},
	{
		name: 'queuedForever',
		meaning: 'Responds with 202 to every poll',
		value: { kind: 'count', meaning: 'constant percentage', usual: '99' },
	},
	{
		name: 'cached',
		meaning: 'Returns the first response to a repeated request, unless the request disables the cache',
		value: { kind: 'count', meaning: 'hours until the cache expires; 0 for never', usual: '24' },
	},
	{ name: 'queueText', meaning: 'Responds with 200 and a message about the queue instead of records' },

	{ name: 'throttle429', meaning: 'Responds with 429', value: retryAfter },
	{ name: 'throttle420', meaning: 'Responds with 420', value: retryAfter },
	{ name: 'throttle503', meaning: 'Responds with 503', value: retryAfter },
	{
		name: 'status',
		meaning: 'Responds with the given status and a line of plain text',
		value: { kind: 'count', meaning: 'status, such as 403, 404, 413, 500 or 502', usual: '500' },
	},
	{
		name: 'badRequestText',
		meaning: 'Responds with 400 and plain text',
		value: { kind: 'text', meaning: 'text', usual: 'Query is not valid' },
	},
	{
		name: 'badRequestJson',
		meaning: 'Responds with 400 and a JSON object with errors',
		value: { kind: 'text', meaning: 'message', usual: 'Query is not valid' },
	},
	{
		name: 'tooLarge',
		meaning: 'Responds with 400 and requests more chunks until the range is short enough',
		value: { kind: 'count', meaning: 'maximum range in days', usual: '1' },
	},
	{
		name: 'tokenDies',
		meaning: 'Responds with 401 after some requests, until the token is replaced',
		value: { kind: 'count', meaning: 'number of requests that accept the token', usual: '1' },
	},

	{
		name: 'cutAfter',
		meaning: 'Resets the connection in the middle of the body',
		value: { kind: 'count', meaning: 'bytes sent before', usual: '4096' },
	},
	{
		name: 'gzipCutAfter',
		meaning: 'Compresses the body and truncates it',
		value: { kind: 'count', meaning: 'compressed bytes sent before', usual: '1024' },
	},
	{
		name: 'noLastChunk',
		meaning: 'Closes the connection properly, but without the last chunk',
		value: { kind: 'count', meaning: 'bytes sent before', usual: '4096' },
	},
	{
		name: 'shorterThanAnnounced',
		meaning: 'Sends fewer bytes than its Content-Length declares',
		value: { kind: 'count', meaning: 'missing bytes', usual: '100' },
	},
	{
		name: 'trickle',
		meaning: 'Sends the body slowly',
		value: { kind: 'count', meaning: 'bytes per second', usual: '2048' },
	},
	{
		name: 'stallAfter',
		meaning: 'Stops in the middle of the body and keeps the connection open',
		value: { kind: 'count', meaning: 'bytes sent before', usual: '4096' },
	},
	{ name: 'silence', meaning: 'Accepts the request and never responds' },

	{ name: 'noRecords', meaning: 'Returns no records: an empty list, or CSV with only a header' },
	{ name: 'emptyBody', meaning: 'Responds with 200 and an empty body' },
	{ name: 'loginPage', meaning: 'Responds with 200 and an HTML sign-in page' },
	{
		name: 'redirect',
		meaning: 'Redirects to another path of this service',
		value: { kind: 'count', meaning: 'number of consecutive redirects', usual: '1' },
	},
	{
		name: 'redirectElsewhere',
		meaning: 'Redirects to another origin, which must never see the token',
		value: { kind: 'text', meaning: 'URL; by default, another name of this machine' },
	},

	{ name: 'gzipAlways', meaning: 'Compresses the body even if this was not requested' },
	{ name: 'announceLength', meaning: 'Sends a Content-Length' },
	{ name: 'byteOrderMark', meaning: 'Starts with a byte order mark even if this was not requested' },
	{ name: 'wrongCharset', meaning: 'Declares the UTF-8 body as windows-1251' },
	{ name: 'lineEndsCrLf', meaning: 'Ends CSV lines with CR LF' },
	{ name: 'bareNumbers', meaning: 'Writes JSON numbers without quotes, and null for missing numbers' },
	{ name: 'unknownMembers', meaning: 'Adds unknown members to JSON' },
	{ name: 'columnsReversed', meaning: 'Sends the fields in reverse order' },
	{ name: 'wrongHeader', meaning: 'Sends the last field with a different name' },
	{ name: 'raggedRows', meaning: 'Sends some CSV rows with a missing or an extra cell' },

	{ name: 'shuffled', meaning: 'Sends the records in a different order on each request' },
	{ name: 'endExclusive', meaning: 'Omits the last second of a range' },
	{ name: 'startExclusive', meaning: 'Omits the first second of a range' },
	{
		name: 'edgeDuplicates',
		meaning: 'Returns a longer range than requested, so that adjacent ranges share records',
		value: { kind: 'count', meaning: 'additional seconds at each end', usual: '600' },
	},
	{
		name: 'serverLimit',
		meaning: 'Sends at most a number of records without mentioning the limit',
		value: { kind: 'count', meaning: 'maximum number of records', usual: '1000' },
	},
	{
		name: 'shardsUnavailable',
		meaning: 'Responds with 503, or omits 1 % of the records if unavailable shards may be skipped',
	},

	{
		name: 'listing',
		meaning: 'Sends the list of applications in a different format',
		value: { kind: 'text', meaning: 'array, data, ids, byId, odd, empty or html', usual: 'array' },
	},
] as const satisfies readonly Fault[];

export type FaultName = (typeof faults)[number]['name'];

export type CountFaultName = Extract<(typeof faults)[number], { value: { kind: 'count' } }>['name'];

export const listingShapes = ['array', 'data', 'ids', 'byId', 'odd', 'empty', 'html'] as const;
