export interface ServerSettings {
	readonly values: ReadonlyMap<string, string>;
	readonly fixed: ReadonlySet<string>;
	/**
	 * Value of `readonly` in the user's profile. With 0, changes of data are permitted. With 1, only reading is
	 * permitted, and the server rejects settings in a query. With 2, reading and settings in a query are permitted.
	 */
	readonly readonly: 0 | 1 | 2;
}

/** Settings that prevent the server from omitting data without an error. */
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
	// With this optimization, server version 26.7 omits rows when it sorts by an expression.
	use_top_k_dynamic_filtering: '0',
};

export function cuttingSetting(server: ServerSettings): string | undefined {
	return Object.entries(neverCut).find(([name, value]) => {
		const set = server.values.get(name);
		return set !== undefined && set !== value && !maySend(name, server);
	})?.[0];
}

export function settingsFor(
	server: ServerSettings,
	{ maxSeconds, maxRows }: { readonly maxSeconds: number; readonly maxRows: number },
): Readonly<Record<string, string>> {
	return known(server, {
		...bounds(server, maxSeconds),
		// A query must not change anything, even if the user has the privileges to do so.
		readonly: server.readonly === 0 ? '2' : undefined,
		max_result_rows: String(maxRows),
		http_write_exception_in_output_format: '0',
		output_format_json_quote_64bit_integers: '1',
		cancel_http_readonly_queries_on_client_close: '1',
	});
}

/**
 * Returns settings for changes to the database. With these settings, the server confirms a change only after it is
 * fully applied.
 */
export function settingsOfChange(server: ServerSettings, maxSeconds: number): Readonly<Record<string, string>> {
	return known(server, {
		...bounds(server, maxSeconds),
		async_insert: '0',
		// If this setting were on, the server would ignore rows that were deleted and are inserted again.
		insert_deduplicate: '0',
		insert_distributed_sync: '1',
		join_use_nulls: '0',
		// One insert can contain rows for many months, and each month is a partition of its own.
		max_partitions_per_insert_block: '10000',
	});
}

function bounds(server: ServerSettings, maxSeconds: number): Readonly<Record<string, string | undefined>> {
	const profileSeconds = Number(server.values.get('max_execution_time'));
	const spill = spillBytes(server.values.get('max_memory_usage'));
	return {
		...neverCut,
		max_execution_time: String(profileSeconds > 0 ? Math.min(profileSeconds, maxSeconds) : maxSeconds),
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

function spillBytes(maxMemory: string | undefined): string | undefined {
	const bytes = BigInt(/^\d+$/.exec(maxMemory ?? '')?.[0] ?? '0');
	return bytes === 0n ? undefined : String(bytes / 2n);
}
