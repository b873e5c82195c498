import { S3Driver } from "flydrive/drivers/s3";

/**
 * A bucket, by one of two forms of address:
 * `s3://KEY:SECRET@host:port/bucket` at any S3-compatible service, and `s3://bucket` at Amazon's, or where
 * AWS_ENDPOINT_URL says, with the keys and the region of Amazon's own variables. `?region=` may name the region,
 * `?ssl=0` turns encryption off; on this very machine it is off unless `?ssl=1`.
 */
export function bucketDriver({ hostname, host, port, username, password, pathname, searchParams }: URL) {
  const hasService = username !== "" || port !== "";
  const bucket = hasService ? pathname.split("/")[1] : hostname;
  if (!bucket) throw new Error("UPLOADS_URL names no bucket: s3://KEY:SECRET@host:port/bucket");
  const isOwnMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const scheme = (searchParams.get("ssl") ?? (isOwnMachine ? "0" : "1")) === "0" ? "http" : "https";
  return new S3Driver({
    bucket,
    visibility: "private",
    supportsACL: false, // many services know no access lists, and a new bucket is private
    region: searchParams.get("region") || process.env.AWS_REGION || "us-east-1",
    ...(hasService && { endpoint: `${scheme}://${host}` }),
    ...(username && {
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
    }),
    forcePathStyle: hasService || Boolean(process.env.AWS_ENDPOINT_URL),
    requestChecksumCalculation: "WHEN_REQUIRED", // only Amazon's own service knows the newer ones
    responseChecksumValidation: "WHEN_REQUIRED",
    // Twice, and given up after ten seconds; a download that began may pause, while its reader does.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 2000,
      requestTimeout: 4900,
      throwOnRequestTimeout: true,
      socketTimeout: 60_000,
    },
  });
}
