package com.example.shop.pricing

import java.io.IOException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import okhttp3.OkHttpClient
import okhttp3.Request
import org.json.JSONObject

class PriceServiceException(val status: Int) : IOException("Price request failed: HTTP $status")

/** Asks for current prices, in minor units by product. */
class PriceApi(private val baseUrl: String, private val client: OkHttpClient = OkHttpClient()) {

    suspend fun load(productIds: List<String>): Map<String, Long> = withContext(Dispatchers.IO) {
        val request = Request.Builder()
            .url("$baseUrl/prices?ids=${productIds.joinToString(",")}")
            .build()
        client.newCall(request).execute().use { response ->
            if (!response.isSuccessful) {
                throw PriceServiceException(response.code)
            }
            parse(response.body.string())
        }
    }

    private fun parse(text: String): Map<String, Long> {
        val prices = JSONObject(text).getJSONObject("prices")
        return prices.keys().asSequence().associateWith { id -> minorUnits(prices.getString(id)) }
    }
}
