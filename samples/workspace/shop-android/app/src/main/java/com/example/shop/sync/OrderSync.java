package com.example.shop.sync;

import java.io.BufferedWriter;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends finished orders, and writes down which ones arrived. */
public final class OrderSync {
    private final URL endpoint;
    private final Path journal;

    public OrderSync(URL endpoint, Path journal) {
        this.endpoint = endpoint;
        this.journal = journal;
    }

    public void start(ScheduledExecutorService executor, List<String> orders) {
        executor.scheduleWithFixedDelay(() -> sendAll(orders), 0, 15, TimeUnit.MINUTES);
    }

    private void sendAll(List<String> orders) {
        try (BufferedWriter writer = Files.newBufferedWriter(journal, StandardCharsets.UTF_8)) {
            for (String order : orders) {
                writer.write(order + " " + send(order));
                writer.newLine();
            }
        } catch (IOException error) {
            throw new IllegalStateException("Orders were not sent", error);
        }
    }

    private int send(String order) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) endpoint.openConnection();
        connection.setDoOutput(true);
        connection.getOutputStream().write(order.getBytes(StandardCharsets.UTF_8));
        return connection.getResponseCode();
    }
}
