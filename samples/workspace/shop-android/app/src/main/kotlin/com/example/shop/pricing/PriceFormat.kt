package com.example.shop.pricing

import java.text.NumberFormat
import java.util.Currency

/** Shows an amount of minor units the way the device's locale writes money. */
fun formatPrice(amount: Long, currencyCode: String): String {
    val format = NumberFormat.getCurrencyInstance()
    format.currency = Currency.getInstance(currencyCode)
    return format.format(amount / 100.0)
}

/** Reads "12.50" as 1250. Prices must not be written in the reader's locale, but some are. */
fun minorUnits(text: String): Long {
    val (whole, fraction) = text.split('.', limit = 2).let { it[0] to it.getOrElse(1) { "00" } }
    return whole.toLong() * 100 + fraction.padEnd(2, '0').toLong()
}
