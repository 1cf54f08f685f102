/** What a server says of its settings. */
export interface ServerSettings {
	/** What each is set to for this user, by name. */
	readonly values: ReadonlyMap<string, string>;
	/** Those that the user cannot change. */
	readonly fixed: ReadonlySet<string>;
	/** `readonly` of the user's profile: 1 may send no setting at all, 2 may. */
	readonly readonly: 0 | 1 | 2;
}

/** Whatever is not among these would leave something out of an answer, and the answer would not tell. */
const neverCut: Readonly<Record<string, string>> = {
	skip_unavailable_shards: '0',
	limit: '0',
	offset: '0',
	result_overflow_mode: 'throw',
	timeout_overflow_mode: 'throw',
	read_overflow_mode: 'throw',
	read_overflow_mode_leaf: 'throw',
	timeout_overflow_mode_leaf: 'throw',
	group_by_overflow_mode: 'throw',
	sort_overflow_mode: 'throw',
	distinct_overflow_mode: 'throw',
	set_overflow_mode: 'throw',
	join_overflow_mode: 'throw',
	transfer_overflow_mode: 'throw',
	// Leaves out first rows of an order that is computed (seen with 26.7).
	use_top_k_dynamic_filtering: '0',
};

/** The name of a setting by which answers would be cut in silence, and which cannot be changed. */
export function cuttingSetting(server: ServerSettings): string | undefined {
	return Object.entries(neverCut).find(([name, value]) => {
		const set = server.values.get(name);
		return set !== undefined && set !== value && !maySend(name, server);
	})?.[0];
}

/** What is sent with each question: bounds, and never more than the server knows and the user may. */
export function settingsFor(
	server: ServerSettings,
	{ maxSeconds, maxRows }: { readonly maxSeconds: number; readonly maxRows: number },
): Readonly<Record<string, string>> {
	return known(server, {
		...bounds(server, maxSeconds),
		// Nothing is changed by a question, whatever its user may do.
		readonly: server.readonly === 0 ? '2' : undefined,
		max_result_rows: String(maxRows),
		http_write_exception_in_output_format: '0',
		output_format_json_quote_64bit_integers: '1',
		cancel_http_readonly_queries_on_client_close: '1',
	});
}

/** What is sent with what changes something: it is done when the server says so, and all of it. */
export function settingsOfChange(server: ServerSettings, maxSeconds: number): Readonly<Record<string, string>> {
	return known(server, {
		...bounds(server, maxSeconds),
		async_insert: '0',
		// Rows that were deleted and come again are no repetition of a request.
		insert_deduplicate: '0',
		insert_distributed_sync: '1',
		join_use_nulls: '0',
		// Months.
		max_partitions_per_insert_block: '10000',
	});
}

function bounds(server: ServerSettings, maxSeconds: number): Readonly<Record<string, string | undefined>> {
	const profileSeconds = Number(server.values.get('max_execution_time'));
	const spill = spillBytes(server.values.get('max_memory_usage'));
	return {
		...neverCut,
		max_execution_time: String(profileSeconds > 0 ? Math.min(profileSeconds, maxSeconds) : maxSeconds),
		// Filters may list many values.
		max_query_size: '8388608',
		max_bytes_before_external_group_by: spill,
		max_bytes_before_external_sort: spill,
		enable_http_compression: '1',
		log_comment: 'App Errors',
	};
}

function known(
	server: ServerSettings,
	wanted: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(wanted).filter(
			(setting): setting is [string, string] => setting[1] !== undefined && maySend(setting[0], server),
		),
	);
}

function maySend(name: string, { values, fixed, readonly }: ServerSettings): boolean {
	return readonly !== 1 && values.has(name) && !fixed.has(name);
}

/** Half of the memory that a question may take; from then on the server sorts and groups on its disk. */
function spillBytes(maxMemory: string | undefined): string | undefined {
	const bytes = BigInt(/^\d+$/.exec(maxMemory ?? '')?.[0] ?? '0');
	return bytes === 0n ? undefined : String(bytes / 2n);
}
